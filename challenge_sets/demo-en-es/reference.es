Esta ventana es más grande que que mapa.
El soldado de la reina es pobre.
El profesor compra una guitarra en la escuela.
El cocinero tomó un bolso limpio en el aeropuerto.
La chica es alta.
La mesa negra es para el enfermero.
Da el diario a la chica.
Mi pintor vendió la cuerda en diciembre.
Laura trajo un plato para el piloto.
El labrador toma una moneda en el museo.
Mi estudiante robó la cesta en noviembre.
No sé el hombre con la ventana.
No sé el escritor con la cama.
Quiere comprar la bicicleta verde.
El panadero y el doctor son en la isla.
Las vidas de cantante famélicas se acercan el hospital.
Las vidas de trabajador famélicas se acercan el bosque.
Hay una lámpara mala junto al lápiz.
Tengo un cámara y una sopa barata.
La abuela necesita una cesta en la fábrica.
Dónde es el lápiz del padre?
Cuándo el amigo es rico, el jardinero es feliz.
El doctor lavó una copa cara en la lonja.
Las vidas de chico pobres se acercan la lonja.
El trabajador de la motor es fuerte.
Hay quince lápiz en el aeropuerto.
La camisa es en el zapato.
El pintor no es ocupado hoy.
La mesa de la estudiante es corta.
Pablo y Carlos viven en una casa roja se acerca la lonja.
El abogado lee un libro con Laura.
Clara ve la cesta.
El soldado lee un libro con Irene.
No sé el doctor con el cámara.
El vecino y la motor son en el río.
Las obras de hijo en el hospital con la hija.
Mi doctor utilizó la bicicleta en octubre.
Vimos el escritor en el aeropuerto.
Las obras de chico en el restaurante con el hermano.
Hay siete cuerdas en la fábrica.
Pablo pintó una ventana para el piloto.
El panadero viene el treinta de diciembre.
Si  ves la motor, darle la silla.
Hay guitarra a escasa junto a la entrada.
Mi doctor vendió el reloj en febrero.
Las vidas de amigo jóvenes se acercan la ciudad.
El chico no es alto hoy.
Pedro y Mario viven en una casa blanca se acerca el teatro.
El doctor no quiere la sopa.
Da el lápiz al vecino.
La manzana de la madre es cara.
Hay un diario nuevo junto a la bicicleta.
Mi padre tiene veinte boxs.
El escritor del pintor es joven.
La bicicleta no es en el hospital.
El cámara pequeño es para el amigo.
La manzana no es en la isla.
Hay doce guitarras en el teatro.
Cuándo la mujer es ocupada, el rey es famoso.
Las vidas de trabajador famosas se acercan el aeropuerto.
No sé el tío con la ventana.
La mesa del hermano es nueva.
Da la puerta al vecino.
El padre no quiere el cámara.
El hotel de la ciudad es blanco.
El plato no es en la fábrica.
El enfermero roba el zapato negro.
La moneda no es en el museo.
Limpiaron el mapa y el espejo.
El hermano utilizó la ventana ayer.
Sofía es el rey  de Clara.
La madre es feliz.
El primo del soldado es joven.
Hay una bicicleta vieja junto a la moneda.
Vimos el padre en el aeropuerto.
El enfermero abrió un cuchillo caro en la iglesia.
Si  ves el doctor, darle la guitarra.
Quiere comprar la silla corta.
El abogado quiere una casa en el aeropuerto.
Ana no obra en el bosque.
Si  ves el enfermero, darle el libro.
El abogado necesitó la manta ayer.
La flor es en el cámara.
Mi piloto tiene nueve guitarras.
Irene es la dentista  de Pablo.
Mi profesor tiene cinco cuadros.
Cuándo el hermano es pobre, el hombre es feliz.
Tengo un reloj y plato a escaso.
Mario quiso un reloj para el piloto.
Quiere comprar el paraguas largo.
El hermano vende una sopa en el bosque.
Las obras de labrador en la cocina con la mujer.
Cuándo la motor es rica, la mujer es ocupada.
El bolso no es en la cocina.
Hay una cuerda negra junto al pastel.
Por qué hace la hermana necesita la sopa?
Mario pinta el tono.
No sé el escritor con la mesa.
El vecino lee un libro con Jorge.
El niño viene el tres de octubre.
Las vidas de cocinero enfermas se acercan la oficina.
Mi primo tiene diez bicicletas.
El rey de la mujer es joven.
Mi cantante lavó el coche en diciembre.
El profesor viene el siete de febrero.
El cámara del abogado es mucho tiempo.
Robaron la manzana y la cesta.
Da la entrada al vecino.
No sé el panadero con la manzana.
El trabajador y el rey son en la parque.
El hermano lee un libro con Luis.
No sé la madre con la mesa.
Hugo encuentra el zapato.
Irene es la cantante  de Julia.
El cantante necesita la cesta cara.
Esta cuerda es más pesada que que bolso.
La chica va al pueblo el domingo.
El abogado viene el cuarenta de febrero.
El primo del pintor es enojado.
Laura y Carlos viven en una casa larga se acerca el aeropuerto.
Jorge es la motor  de Clara.
Hay un cámara nuevo junto a la cesta.
Este cuchillo es más barato que que entrada.
Clara y Luis viven en una casa grande se acerca la fábrica.
El tío no es rico hoy.
El jardinero lee un libro con Sofía.
Las vidas de motor altas se acercan la calle.
El vecino no quiere la silla.
El trabajador es fuerte.
El cantante rompió la copa ayer.
El bolso del cocinero es bien.
hay siete boxs en el bosque.
Las vidas de primo famélicas se acercan la iglesia.
El chico va a la montaña encima martes.
No sé la motor con el libro.
Pablo es la hija  de Irene.
Irene vende el bote.
Hay una lámpara blanca junto a la camisa.
Por qué hace el niño necesita la moneda?
Tengo una flor y una puerta sucia.
Diego no obra en la biblioteca.
Las obras de vecino en la cocina con el hijo.
El amigo no quiere la puerta.
El enfermero va al jardín el lunes.
La reina lee un libro con Pablo.
La mujer y el primo son en el bosque.
Tengo una moneda y una manzana negra.
La reina va al aeropuerto el jueves.
Si  ves la hermana, darle el cuadro.
Cuándo el primo es ocupado, el hombre tiene hambre.
El jardinero vio una cama roja en el río.
Si  ves el pintor, darle la flor.
El hospital de la ciudad es negro.
Marta ve la casa.
Hugo ve el lápiz.
El libro bello es para el panadero.
La madre y el doctor son en el jardín.
Elena es la panadera  de Laura.
El amigo del niño tiene hambre.
Cuándo la hermana es alta, el piloto es fuerte.
Por qué hace el labrador necesita el cuadro?
El amigo no quiere el pastel.
Las vidas de vecino fuertes se acercan el bosque.
Tengo un bolso y un lápiz negro.
El dentista compra el zapato barato.
Laura necesitó un bolso para el amigo.
Quiere comprar la cesta corta.
El hijo no quiere el bote.
El labrador y el jardinero son en la iglesia.
El estudiantil y el trabajador es en la cocina.
Trajeron la silla y el lápiz.
El vecino está cansado.
La motor vendió la manta ayer.
Si  ves el piloto, darle la silla.
Vimos el cantante en el puente.
Da la casa a la madre.
La mujer no quiere la flor.
Las pinturas pilotos el bolso pesado.
El dentista compró una puerta bella en el parque.
El padre no es rico hoy.
La casa de la estudiante es pesada.
Vimos el labrador en la lonja.
El tío no es pobre hoy.
El pintor vendió un espejo pesado en la iglesia.
La motor tomó una caja bella en el museo.
El libro rojo es para la reina.
Mi niño llevó el reloj en noviembre.
El hombre pintó un reloj limpio en el museo.
Las vidas pilotos cansadas se acercan el jardín.
El museo es cerca la biblioteca.
Quiere comprar la camisa pesada.
La silla es en el diario.
Da el clave al hijo.
El aeropuerto de la ciudad es nuevo.
Ana es la cantante  de Irene.
Hay un zapato malo junto al cámara.
No sé el profesor con la mesa.
El chico pintó un libro pesado en el aeropuerto.
El jardinero pinta una cama en la cocina.
Mi doctor tiene nueve sombreros.
Jorge limpió un bolso para el doctor.
Da la caja al piloto.
Robaron el diario y el bolso.
La manta bella es para el vecino.
Abrieron la camisa y la entrada.
Robaron la copa y el cámara.
Por qué hace el primo necesita el pastel?
Hay un espejo nuevo junto al bote.
La casa buena es para la hija.
Laura pinta el pastel.
Da la caja al cocinero.
Mi tío tiene ocho zapatos.
El niño va a la ciudad el viernes.
Diego quiere la lámpara.
El tío no quiere la camisa.
Quiere comprar la flor negra.
Hugo y Pedro viven en una casa bella se acerca el hospital.
El niño lee un libro con Pablo.
Pablo roba el paraguas.
La hermana es triste.
La reina pierde un bolso en el río.
El jardín es cerca el río.
No sé el abogado con la lámpara.
El rey vio una flor roja en la iglesia.
El paraguas corto es para la hija.
El primo tomó la copa ayer.
Dónde es el cámara del trabajador?
Cuándo el panadero es rico, el trabajador tiene hambre.
La camisa es en la caja.
Tengo una lámpara y un libro rojo.
El chico va al parque el jueves.
Ana y Clara viven en una casa vieja se acerca la escuela.
El tío no quiere la moneda.
El escritor encuentra una lámpara en la parque.
Mi hija tiene doce mantas.
La moneda no es en el río.
Por qué hace el primo necesita la puerta?
La montaña de la ciudad es bien.
Pedro quiso una manta para el tío.
Cuándo el pintor es pobre, el estudiante es feliz.
Tengo una puerta y un coche grande.
Pedro es el labrador  de Ana.
Si  ves el escritor, darle el zapato.
Mi jardinero tiene cuatro boxs.
El bote del jardinero es viejo.
Mi dentista tiene doce lámparas.
El abogado y el piloto son en la canal.
El restaurante es cerca la montaña.
El plato bello es para el estudiante.
Tengo un sombrero y una camisa verde.
Hay un paraguas barato junto al diario.
Elena es la mujer  de Clara.
El vecino utiliza un sombrero en la canal.
Mi hermana tiene siete mapas.
No sé el doctor con la copa.
Tengo una caja y un reloj bello.
El primo no quiere el zapato.
Da el bolso al niño.
El reloj no es en el parque.
Las vidas de chico famélicas se acercan la playa.
Esta puerta es más grande que que reloj.
Cuándo el trabajador es ocupado, el niño es pobre.
El doctor va al jardín el domingo.
Da la manta al rey.
Cuándo la chica es pobre, la hermana es ocupada.
El hijo quiere el sombrero viejo.
Julia es la doctora  de Pedro.
El diario del labrador es nuevo.
La abuela va al bosque el viernes.
El enfermero quiere el pastel pequeño.
El cámara corto es para el trabajador.
Sofía y Laura viven en una casa barata se acerca la cocina.
La reina va a la playa el miércoles.
Vimos el abogado en la isla.
Ana necesita la ventana.
El dentista y el labrador son en el parque.
Escondieron el zapato y la camisa.
Hay nueve casas en el puente.
Hay cuarenta sopas en la canal.
Hay quince copas en el aeropuerto.
No sé el panadero con la camisa.
Mi reina lavó el reloj en febrero.
La cocina es cerca el aeropuerto.
Esta camisa es más cara que que cesta.
Cuándo el cantante es enojado, el piloto es alto.
Este zapato es más limpio que que clave.
La motor no quiere el zapato.
Hay nueve mapas en la cocina.
La reina pierde la bicicleta cara.
Marta rompe el mapa.
La mujer y el trabajador son en la biblioteca.
El aeropuerto es cerca la parque.
Luis y Sofía viven en una casa bella se acerca la cocina.
El dentista rompe el cámara barato.
Hay una mesa barata junto a la camisa.
El pintor trae un sombrero en la biblioteca.
El escritor es enfermo.
Las obras de primo en el restaurante con el jardinero.
Por qué hace el amigo necesita el libro?
El abogado trae un paraguas en el pueblo.
El pintor del profesor es enfermo.
Perdieron la ventana y el mapa.
Las obras de niño en la iglesia con el doctor.
La copa de la dentista es vieja.
La ciudad es cerca la cocina.
El profesor abrió la lámpara ayer.
Mi soldado tiene nueve sombreros.
Irene y Clara viven en una casa mala se acerca el río.
Tengo una puerta y un plato sucio.
Pablo y Elena viven en la casa a escasa se acerca el pueblo.
Cuándo la abuela es triste, el doctor es enojado.
La mesa de la panadera es mucho tiempo.
Mi madre tomó la bicicleta en febrero.
Hay un cuadro bueno junto a la manta.
Mi pintor tiene veinte zapatos.
La hermana necesita el mapa grande.
La camisa de la panadera es limpia.
El chico ve la manta limpia.
El tono es en el bolso.
Mi madre tiene siete guitarras.
Por qué hace el profesor necesita la manta?
Compraron la flor y el espejo.
La lámpara corta es para la chica.
La cesta de la madre es pesada.
No sé el enfermero con el bote.
Si  ves el jardinero, darle el plato.
Ana esconde la lámpara.
Marta y Diego viven en la casa a escasa se acerca el teatro.
El piloto del vecino es rico.
Necesitaron el mapa y el bolso.
El enfermero del chico está cansado.
Hugo limpió una caja para el tío.
La calle es cerca la ciudad.
Las vidas de pintor enojadas se acercan la iglesia.
Dónde es la casa del hombre?
Hay una guitarra pesada junto al cuchillo.
Clara lava la bicicleta.
Ana esconde la cesta.
El dentista va al hotel el jueves.
Pablo escondió una manzana para el panadero.
Las obras de doctor en la biblioteca con el profesor.
Si  ves el escritor, darle el mapa.
Da la flor a la abuela.
Da el plato al hijo.
Elena vende el reloj.
Mi madre vio el bolso en julio.
Hay seis relojes en la canal.
Hugo no obra en la biblioteca.
Hay una entrada grande junto al coche.
El cocinero no quiere la caja.
El pintor no es rico hoy.
El profesor no es famélico hoy.
El panadero no es famoso hoy.
El escritor no es famélico hoy.
Mario y Diego viven en una casa limpia se acerca la ciudad.
Tengo una cesta y una cuerda sucia.
El rey no es fuerte hoy.
El rey esconde la cuerda mala.
El labrador y el niño son en el jardín.
La motor no quiere el libro.
Dónde es la camisa de la reina?
La mujer lava la mesa barata.
El cocinero vende una copa en el hospital.
El enfermero y el tío son en la calle.
La motor rompió un cuadro blanco en la isla.
Mi jardinero quiso la caja en julio.
El chico y la hija son en el parque.
Tengo un cuchillo y una copa grande.
El paraguas blanco es para la reina.
Julia llevó una silla para el hombre.
Cuándo el soldado es triste, el profesor es pobre.
Cuándo la abuela es enojada, el primo es rico.
El hombre lee un libro con Jorge.
Rompieron la sopa y el zapato.
El escritor no es enojado hoy.
El hijo va a la montaña el domingo.
Jorge es el soldado  de Pablo.
El restaurante de la ciudad es pesado.
La reina no quiere la bicicleta.
Diego es el enfermero  de Irene.
El tío trajo una guitarra vieja en el museo.
El hermano toma un pastel en la cocina.
La camisa es en la manzana.
Hay mesa a escasa junto a la guitarra.
Cuándo el doctor está cansado, el pintor es enojado.
Necesitaron la cesta y el libro.
El enfermero vende una sopa en la isla.
Las obras de labrador en la canal con el piloto.
Hay una cuerda grande junto a la bicicleta.
Dónde es el bote del dentista?
El vecino no quiere la cama.
Por qué hace el abogado necesita el libro?
La hermana y la reina son en el aeropuerto.
El coche no es en el jardín.
El labrador está cansado.
Las vidas de chico enojadas se acercan la lonja.
El abogado necesita un cuadro en la playa.
Clara y Sofía viven en una casa verde se acerca la lonja.
El piloto lleva la guitarra pesada.
El panadero rompió el diario ayer.
