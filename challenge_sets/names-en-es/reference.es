Ayer nos encontramos con Alejandra en la estación.
Mi vecino Petersen repara relojes antiguos.
La carta de Fatima llegó el lunes.
El verano pasado fueron en coche de Guadalajara a Monterrey.
Pedimos consejo a Yusuf e Ingrid.
El médico le dijo a Nguyen que descansara una semana.
Su prima Giulia estudia en Bolonia.
La tienda de Johansson abre a las nueve.
Le pusieron a la calle el nombre de Mehmet.
El puente de Zaragoza está cerrado hoy.
Por favor, dale este libro a Svetlana.
Las entradas para el concierto de Rodriguez se agotaron.
Nuestra profesora es de Maracaibo.
El viernes el equipo juega contra Barranquilla.
Su hermano Dimitri canta en un coro.
La receta es de su abuela Agnieszka.
Esperamos una hora a Hernandez.
La casa de Schneider tiene el tejado rojo.
Dile a Mariana que el tren lleva retraso.
El pintor le regaló a Beatriz un cuadro pequeño.
