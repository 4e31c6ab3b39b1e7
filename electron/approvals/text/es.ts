import { rateLimits } from '../rules.ts'
import type { QuestionsText } from './types.ts'

const warning = 'Si no lo acaba de pedir usted, responda que no e informe de ello.'

export const es: QuestionsText = {
  questions: {
    service: {
      title: '¿Conectar con este servicio?',
      text:
        `eSIM Desk no lo ha usado antes de esta forma. Recibirá el ID y el secreto del cliente y los ` +
        `datos de los clientes. ${warning}`,
      yes: 'Conectar',
      no: 'No conectar',
    },
    relay: {
      title: '¿Recibir eventos de este relay?',
      text: `eSIM Desk inicia sesión allí y le indica qué clientes lee después de un evento. ${warning}`,
      yes: 'Usarlo',
      no: 'No usarlo',
    },
    mailServer: {
      title: '¿Usar este servidor de correo?',
      text: `Recibirá correos con códigos de activación enviados con esta dirección de remitente. ${warning}`,
      yes: 'Usarlo',
      no: 'No usarlo',
    },
    recipient: {
      title: '¿Enviar a esta dirección?',
      text: `No es la dirección registrada. Quien lea el correo puede usar su contenido. ${warning}`,
      yes: 'Enviar',
      no: 'No enviar',
    },
    correction: {
      title: '¿Cambiar el correo electrónico de este cliente?',
      text: `A partir de entonces, los códigos de activación de este cliente se envían allí sin preguntar. ` + warning,
      yes: 'Cambiar',
      no: 'No cambiar',
    },
    rules: {
      title: '¿Cambiar las reglas de compra?',
      text: `Después de este cambio protegen menos que antes. ${warning}`,
      yes: 'Cambiarlas',
      no: 'Dejarlas',
    },
    money: {
      title: '¿Enviar esta operación?',
      text: warning,
      yes: 'Enviarla',
      no: 'No enviarla',
    },
    notApplied: {
      title: '¿Anotar que no se realizó?',
      text:
        'Lo que se ha leído no lo demuestra. Una vez anotado, se puede enviar lo mismo de nuevo y ' +
        `podría realizarse dos veces. ${warning}`,
      yes: 'No se realizó',
      no: 'No anotarlo',
    },
    codes: {
      title: '¿Entregar muchos códigos de activación?',
      text:
        `Se han pedido más de ${String(rateLimits.codes.count)} códigos de activación en un minuto. Acepte solo si está` +
        ` preparando muchas hojas: se entregarán hasta ${String(rateLimits.codes.grantCount)} más en ` +
        `diez minutos. ${warning}`,
      yes: 'Entregarlos',
      no: 'No entregarlos',
    },
    mails: {
      title: '¿Enviar muchos códigos de activación por correo?',
      text:
        'Cada uno va a la dirección de correo registrada de su cliente. El sí vale para estos correos hasta que el' +
        ` envío se detenga diez minutos, y para nada más. ${warning}`,
      yes: 'Enviarlos',
      no: 'No enviarlos',
    },
    letters: {
      title: '¿Escribir a muchos clientes?',
      text:
        `Cada correo va a la dirección registrada de su cliente y no lleva código de activación. Un sí ` +
        `vale para estos correos hasta que no se envíe ninguno durante diez minutos, y para nada más. ` +
        warning,
      yes: 'Enviarlos',
      no: 'No enviarlos',
    },
    journal: {
      title: '¿Continuar sin estas operaciones?',
      text:
        `Lo que falta ya no se puede consultar: una operación de resultado desconocido podría repetirse. ` + warning,
      yes: 'Continuar sin ellas',
      no: 'Ahora no',
    },
  },
  money: {
    amount: (limit) => `El importe supera ${limit}, por encima del cual se pregunta a una persona.`,
    unknownAmount: (limit) =>
      `El importe en USD no se conoce y podría superar ${limit}, por encima del cual se pregunta a una persona.`,
    acceptedBefore: () =>
      'El servicio ya aceptó esta operación en este paquete y no la muestra. Podría hacerse dos veces.',
    repeatsUnknown: () =>
      'El mismo paquete se vendió a este cliente hace unos minutos y no se sabe si se completó. Podría ' +
      'comprarse dos veces.',
    refundUnseen: () =>
      'El servicio aceptó un reembolso para este cliente y no lo muestra. Si no se hizo, se pagan los dos paquetes.',
    pace: () =>
      `Se han enviado más de ${String(rateLimits.money.count)} operaciones en un minuto.` +
      ` Si acepta, se permiten ${String(rateLimits.money.grantCount)} más.`,
  },
  lastChecks: {
    unchanged: 'El paquete está como antes',
    notFound: 'No se encontró ningún paquete con su referencia',
    incomplete: 'La respuesta no estaba completa',
    none: 'No se pudo leer nada',
  },
  accepted: 'El servicio ha aceptado esta operación.',
  operations: {
    activate: 'Activar un paquete',
    refund: 'Reembolsar un paquete',
    register: 'Comprar para un cliente nuevo',
    'top-up': 'Recargar',
    'top-up-with-profile': 'Recargar con una eSIM nueva',
  },
  rules: {
    dailyLimit: 'Límite diario en USD',
    askAbove: 'Preguntar a una persona por encima de, en USD',
    userCountry: 'País de residencia',
    userIp: 'Dirección IP',
    metatag: 'Referencia',
  },
  losses: {
    missing: 'falta',
    damaged: 'estaba dañado',
    other: 'pertenece a otra instalación',
    older: 'es una copia más antigua',
  },
  labels: {
    service: 'Servicio',
    relay: 'Relay',
    proxy: 'Proxy',
    caFile: 'Confía en las autoridades de',
    linkHost: 'Host de los enlaces de clientes',
    server: 'Servidor',
    security: 'Cifrado',
    user: 'Usuario',
    from: 'Remitente',
    tokenAddress: 'Dirección del token',
    to: 'Destinatario',
    customer: 'Cliente',
    iccid: 'eSIM',
    emailBefore: 'Dirección actual',
    emailAfter: 'Dirección nueva',
    operation: 'Operación',
    amount: 'Importe',
    packageName: 'Paquete',
    sentAt: 'Enviado',
    checks: 'Comprobaciones',
    lastCheck: 'Última comprobación',
    mails: 'Correos',
    subject: 'Asunto',
    note: 'Su frase',
    journal: 'El diario',
    work: 'Las notas',
    connections: 'Conexiones',
  },
  unknown: 'Desconocido',
  newCustomer: 'Nuevo, sin correo electrónico',
  none: 'ninguno',
  testMail: 'Correo de prueba',
  change: (before, after) => `${before} → ${after}`,
  missingRows: (loss, count) => `${loss}, faltan al menos ${String(count)}`,
}
