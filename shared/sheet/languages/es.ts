import type { SheetMessages } from '../messages.ts'

export const es: SheetMessages = {
  locale: 'es',
  direction: 'ltr',
  recipient: 'Para',
  title: 'Instale su eSIM',
  lead: 'Necesita un teléfono libre y compatible con eSIM, y una conexión a Internet, por ejemplo wifi.',
  tap: '¿Lee esto en el teléfono que recibirá la eSIM? Toque aquí:',
  elsewhere: '¿En otra pantalla?',
  scan: 'Escanee este código con el teléfono que usará la eSIM.',
  qrAlt:
    'Código QR de su eSIM. Si no lo ve, muestre las imágenes de este correo o introduzca a mano los datos de abajo.',
  byHand: 'O introduzca estos datos a mano',
  address: 'Dirección SM-DP+',
  matchingId: 'Código de activación',
  noMatchingId: 'Deje este campo vacío.',
  confirmation: 'Código de confirmación',
  confirmationHint: 'El teléfono se lo pedirá. Lo recibirá por separado.',
  iccid: 'ICCID',
  packages: 'Sus datos',
  unnamedPackage: 'Paquete de datos',
  validFor: 'válido durante {length}',
  validUntil: 'válido hasta el {date}',
  unlimitedData: 'Datos ilimitados',
  unlimited: 'sin caducidad',
  starts: {
    use: 'empieza con la primera conexión en un país donde funcione',
    turn: 'empieza con la primera conexión después de que se agote o caduque el paquete anterior',
    request: 'empieza cuando usted nos lo pida',
  },
  latestStart: ', a más tardar el {date}',
  where: 'Dónde funciona',
  byPackageList: 'Según nuestra lista de paquetes: {countries}',
  someCountries: '{count} países, entre ellos {countries}',
  iphone: {
    title: 'iPhone',
    link: 'Instalar en este iPhone',
    from: 'Desde iOS 17.4',
    steps: [
      'Abra Ajustes › Datos móviles (o Datos celulares) › Añadir eSIM.',
      'Elija «Usar código QR» y escanee este código.',
      'Siga los pasos hasta que la eSIM aparezca activa.',
      'Active la itinerancia de datos para esta eSIM.',
    ],
    byHand:
      'Elija «Usar código QR» y después «Introducir datos manualmente», e introduzca la dirección SM-DP+ y ' +
      'el código de activación de arriba.',
  },
  android: {
    title: 'Android',
    link: 'Instalar en este teléfono Android',
    from: 'Desde Android 10',
    steps: [
      'Abra Ajustes › Red e Internet › SIM › Añadir eSIM.',
      'Escanee este código cuando se abra la cámara.',
      'Confirme la descarga y active la eSIM.',
      'Active la itinerancia para esta eSIM.',
    ],
    byHand:
      'Elija la introducción manual (en algunos teléfonos, en «¿Necesita ayuda?») e introduzca la ' +
      'dirección y el código de activación de arriba o, si solo hay un campo: {code}',
  },
  arrivalTitle: 'Al llegar',
  arrival:
    'Elija esta eSIM para los datos móviles y deje activada su itinerancia. Desactive la itinerancia de ' +
    'datos de su SIM habitual para que no consuma datos.',
  worksTitle: 'Cómo saber que funciona',
  works:
    'La eSIM muestra una red y se abre una página web con el wifi desactivado. Si pasados unos minutos ' +
    'no hay conexión, reinicie el teléfono.',
  limitTitle: 'Consérvela en el teléfono',
  limit:
    'Una eSIM puede instalarse 5 veces como máximo. No la borre mientras la necesite. Si cambia de ' +
    'teléfono, quítela antes del anterior.',
  page: 'Página de instalación',
  noteTitle: 'Lea esto primero',
  notes: {
    installed: 'Esta eSIM está instalada en un teléfono. Quítela de ese teléfono antes de volver a instalarla.',
    disabled:
      'Esta eSIM está instalada en un teléfono y desactivada en él. Actívela en los ajustes móviles; no ' +
      'hace falta instalarla de nuevo.',
    error:
      'La instalación de esta eSIM falló. Póngase en contacto con nosotros antes de volver a intentarlo: ' +
      'hay que sustituirla.',
    unknown: 'No hemos podido ver si esta eSIM está lista. Si la instalación falla, póngase en contacto con nosotros.',
    inactive:
      'Es probable que esta eSIM se haya sustituido por otra. Póngase en contacto con nosotros antes de instalarla.',
  },
  secret: 'Este código es como una llave de sus datos. No lo comparta.',
  contact: '¿Preguntas?',
  subject: 'Cómo instalar su eSIM',
  letters: {
    greeting: 'Hola:',
    about: {
      failed: {
        subject: 'Su eSIM no se puede usar así',
        text:
          'La instalación de su eSIM ha fallado, por eso {package} no se puede usar con ella. No lo ' +
          'intente otra vez: responda a este correo y le ayudaremos.',
      },
      notStarted: {
        subject: 'Su paquete de datos no ha empezado',
        text:
          'Su eSIM ha estado en una red, pero {package} todavía no ha empezado. Active la itinerancia de ' +
          'datos de esta eSIM y reinicie el teléfono. Si sigue sin funcionar, díganos en qué país está.',
      },
      ending: {
        subject: 'Su paquete de datos termina pronto',
        text:
          '{package} termina el {day} a las {time} UTC. Después sus datos ya no se podrán usar. Si ' +
          'necesita datos más tiempo, díganoslo; podrá conservar su eSIM.',
      },
      low: {
        subject: 'Sus datos están casi agotados',
        text:
          'Según nuestra última consulta le quedan {left} de datos. Si necesita más, díganoslo; podrá ' +
          'conservar su eSIM.',
      },
      trouble: {
        subject: 'Datos móviles: {country}',
        text:
          'En este país hay ahora problemas con los datos móviles: {country}. Usted tiene un paquete para ' +
          'él: {package}. Si su conexión no funciona, active y desactive una vez el modo avión y díganos ' +
          'si eso no ayuda.',
      },
    },
    onRequest: {
      subject: 'Su paquete de datos no ha empezado',
      text:
        'Su eSIM ha estado en una red, y {package} empieza cuando usted nos lo pide. ¿Ya ha llegado? ' +
        'Díganoslo y lo activaremos.',
    },
    answer: 'Puede responder a este correo.',
  },
  share: {
    begin:
      'Su eSIM está lista. Conecte a una red wifi el teléfono que la usará, abra en él este enlace y siga los pasos.',
    end: 'Después elija la eSIM para los datos móviles y active la itinerancia de datos.',
  },
}
