La ingeniera les dijo a los visitantes que ella misma había dibujado el puente.
El ingeniero les dijo a los visitantes que él mismo había dibujado el puente.
La mecánica se lavó las manos antes de abrir la puerta.
El mecánico se lavó las manos antes de abrir la puerta.
La fontanera llamó a la oficina porque había dejado las llaves en casa.
El fontanero llamó a la oficina porque había dejado las llaves en casa.
Después del aterrizaje, la piloto dio las gracias a sus pasajeros.
Después del aterrizaje, el piloto dio las gracias a sus pasajeros.
La bombera se quitó el casco y sonrió a los niños.
El bombero se quitó el casco y sonrió a los niños.
La cirujana olvidó sus gafas en la cantina.
El cirujano olvidó sus gafas en la cantina.
La electricista se hizo daño en la rodilla mientras subía la escalera.
El electricista se hizo daño en la rodilla mientras subía la escalera.
La carpintera construyó la mesa para su propia cocina.
El carpintero construyó la mesa para su propia cocina.
La granjera vendió su tractor porque quería jubilarse.
El granjero vendió su tractor porque quería jubilarse.
La jueza cerró el expediente y se puso el abrigo.
El juez cerró el expediente y se puso el abrigo.
La enfermera aparcó su bicicleta detrás del hospital.
El enfermero aparcó su bicicleta detrás del hospital.
La secretaria escribió la carta dos veces porque no estaba contenta con ella.
El secretario escribió la carta dos veces porque no estaba contento con ella.
Ayer la bibliotecaria perdió su paraguas en el tren.
Ayer el bibliotecario perdió su paraguas en el tren.
En primavera, la peluquera abrió su propio salón.
En primavera, el peluquero abrió su propio salón.
La recepcionista dijo que ella misma contestaría al teléfono.
El recepcionista dijo que él mismo contestaría al teléfono.
La cajera contó las monedas aunque tenía prisa.
El cajero contó las monedas aunque tenía prisa.
La limpiadora cantaba mientras fregaba las escaleras.
El limpiador cantaba mientras fregaba las escaleras.
La nutricionista come en su mesa todos los días.
El nutricionista come en su mesa todos los días.
La profesora invitó a toda la clase a su boda.
El profesor invitó a toda la clase a su boda.
El ama de llaves cerró la verja cuando se fue a la cama.
El mayordomo cerró la verja cuando se fue a la cama.
