La profesora abrió la ventana ayer.
La bicicleta no está en el jardín.
Mi hermano compró el coche en marzo.
El médico trabaja en el hospital con la enfermera.
Hay una taza blanca al lado de la lámpara.
La abuela está cansada hoy.
El conductor perdió la llave en la estación.
¿Dónde está el paraguas de la niña?
¿Por qué necesita el mapa el estudiante?
El panadero vende una tarta en el mercado.
Ella le da la flor a la madre.
Ana y Pedro viven en una casa pequeña cerca del río.
El piloto llega el doce de mayo.
Si ves al jardinero, dale la cesta.
Cuando el niño tiene hambre, el padre está ocupado.
Hay veinte sillas en la biblioteca.
La cantante esconde la carta en la caja.
No conozco a la mujer de la cámara.
Quiere comprar la guitarra negra.
El museo está entre el puente y el parque.
La reina es famosa.
Vimos al abogado en el restaurante con la dentista.
Rompieron el espejo y el plato.
Esta bolsa pesa más que esa caja.
La sopa está sobre la mesa.
Laura no trabaja en la fábrica los sábados.
Mi tío tiene tres sombreros.
El pintor pinta un cuadro en el parque.
El granjero ya no está enfermo, pero está cansado.
El reloj viejo es para la abuela.
El estudiante lee un periódico en el jardín con Clara.
La vecina encontró una moneda en la calle.
El soldado necesita una camisa limpia.
El amigo de la escritora está enfadado.
Mario roba la manzana.
El hotel de la ciudad es caro.
La hermana va a la iglesia el domingo.
El cocinero lava el cuchillo y la botella.
El dentista y la abogada están en el aeropuerto.
Mi hija perdió la entrada en julio.
El chico lleva una cesta pesada.
El hombre triste vive cerca del bosque.
Julia pintó una silla para el niño.
Hay dos camas en el hotel.
El trabajador no quiere la sopa.
El coche del rey es nuevo.
La enfermera trae la manta.
Sofía es la prima de Hugo.
El teatro está cerca de la biblioteca.
Tengo un lápiz y un libro rojo.
La niña usa el paraguas verde.
El médico está contento.
¿Dónde está la llave del vecino?
La mujer alta compró un sombrero en el mercado.
Mi amigo vio el cuadro en octubre.
La lámpara no está encima de la cama.
El piloto se llevó la bolsa equivocada ayer.
Carlos limpia la cocina con Elena.
El pueblo es precioso.
Cuando el profesor está enfermo, el estudiante está triste.
Si ves a la reina, dale la flor.
El jardinero encontró una moneda antigua en la granja.
El hijo abre la puerta.
Vendieron la casa, el coche y el piano viejo.
El panadero es pobre, pero feliz.
Hay un plato sucio en la cocina.
Los zapatos baratos son para el estudiante.
Pablo e Irene viven en una casa grande cerca de la playa.
El conductor de la reina es joven.
La madre lavó la camisa ayer.
¿Por qué necesita siempre la pintora un espejo grande?
Quiere vender la bicicleta vieja.
Vimos a cinco niños en el parque.
La escuela está cerca de la estación.
La cantante no es famosa en la ciudad.
Mi abuela tiene dos guitarras.
El cuchillo está sobre el periódico.
Diego nunca trabaja los lunes.
El padre escondió la tarta en la caja.
La escritora necesita una oficina tranquila.
La isla es pequeña.
Le da el billete al piloto.
El trabajador fuerte cargó la mesa.
La cámara de la abogada es cara.
No conozco al hombre de la cuerda.
El primo compró una camisa blanca en el mercado.
El granjero va a la ciudad todos los viernes.
La ventana está limpia.
Hay diez botellas en la mesa.
Este camino es más largo que esa calle.
El niño rompió la taza ayer.
Marta es hermana de Jorge.
El soldado y la enfermera están en el hospital.
El hombre rico vendió la granja.
Mi hermana trajo un periódico.
El cocinero encontró la cuchara que faltaba.
La montaña está lejos del pueblo.
El rey está enfadado con el abogado.
Hugo abrió la ventana y vio el río.
La abuela siempre tiene un buen libro.
