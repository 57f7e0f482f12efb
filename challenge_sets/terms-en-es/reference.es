El conductor vendió ayer el coche viejo.
Hay tres coches cerca del museo.
El vecino quiere comprar el coche rojo.
Mi hija tiene una bicicleta nueva.
La bicicleta del conductor está en la calle.
Las bicicletas son baratas en este mercado.
¿Dónde está el billete del abogado?
Tengo dos billetes para el museo.
El estudiante perdió el billete en la estación.
Hay una lámpara preciosa al lado de la cama.
La lámpara está en la mesa de la cocina.
Compramos cuatro lámparas para la oficina.
El conductor está cansado hoy.
Los conductores no están en la estación.
Mi vecino es el conductor del rey.
El vecino del médico es famoso.
Los vecinos trajeron un pastel y una botella.
No conozco al vecino de la cámara.
El padre lee el periódico en el jardín.
El viejo vende periódicos cerca de la iglesia.
¿Por qué necesita el periódico el abogado?
La manta está en la cama.
La abuela lavó las mantas blancas.
Ella le da la manta al niño.
La abogada trabaja en una oficina pequeña.
Los abogados viven cerca del río.
Ana es la abogada de mi hermano.
El museo está cerca del parque.
Los museos de la ciudad son caros.
La profesora va al museo el viernes.
La cámara del pintor está rota.
Mi hermana tiene dos cámaras.
El niño encontró una cámara negra en la playa.
El granjero vende manzanas en el mercado.
El mercado no está en este pueblo.
Los mercados de la isla son grandes.
