import type { AnswerMessages } from '../answerMessages.ts'

export const es: AnswerMessages = {
  locale: 'es',
  direction: 'ltr',
  unlimitedData: 'ilimitados',
  unnamedPackage: 'Paquete de datos',
  yourPackage: 'su paquete de datos',
  yourPackages: 'sus paquetes',
  onePackage: 'uno de sus paquetes {package}',
  answers: {
    unconfirmed:
      'Aún estamos comprobando si su último pedido se ha realizado. No lo repita, por favor; le avisaremos ' +
      'en cuanto lo sepamos.',
    esimError: 'La instalación ha fallado y esta eSIM ya no se puede usar. Le daremos una nueva.',
    weAsk: 'Desde aquí no vemos la causa. Preguntaremos al soporte de la red y le informaremos.',
    wrongCountry:
      'Por lo que vemos, no puede usar {package} en este país ({country}). Para este país necesita otro paquete.',
    wrongCountryNewEsim:
      'Por lo que vemos, no puede usar {package} en este país ({country}). Para este país necesita otro ' +
      'paquete, que viene con una eSIM nueva: conecte el teléfono a una red wifi y escanee el nuevo código QR ' +
      'que le enviaremos.',
    wrongCountryConfirm:
      'Nos consta este país: {country}. ¿Está ahí? Por lo que vemos, no puede usar {package} ahí, así que ' +
      'necesitaría otro paquete.',
    wrongCountryNetwork:
      'Según la red, su teléfono está en este país: {reported}. ¿Está ya en este otro: {country}? Por lo que ' +
      'vemos, no puede usar {package} ahí, así que necesitaría otro paquete.',
    wrongCountryRecord:
      'Por lo que vemos, no puede usar {package} en este país ({country}). Tiene otra eSIM nuestra que quizá ' +
      'funcione ahí. La estamos comprobando; un momento, por favor.',
    wrongCountryRecordConfirm:
      'Nos consta este país: {country}. ¿Está ahí? Por lo que vemos, no puede usar {package} ahí. Si está ahí, ' +
      'comprobaremos otra eSIM que tiene con nosotros.',
    nothingSold: 'Su eSIM todavía no tiene datos. Podemos añadir un paquete.',
    refunded: '{package} se reembolsó y por eso no se puede usar. Podemos venderle un paquete nuevo.',
    usedUp: 'Los datos de {package} se han agotado. Podemos añadir más; funcionan al instante, con la misma eSIM.',
    usedUpNotOn: 'Los datos de {package} se han agotado. Podemos añadir más; conservará su eSIM.',
    usedUpNotInstalled:
      'Los datos de {package} se han agotado. Podemos venderle un paquete nuevo. Para usarlo, primero hay que ' +
      'instalar su eSIM: conecte el teléfono a una red wifi y escanee el código QR que le enviamos.',
    expired: '{package} terminó el {day}. Podemos añadir un paquete nuevo; conservará su eSIM.',
    expiredNotInstalled:
      '{package} terminó el {day}. Podemos venderle un paquete nuevo. Para usarlo, primero hay que instalar su ' +
      'eSIM: conecte el teléfono a una red wifi y escanee el código QR que le enviamos.',
    otherRecord: 'Tiene otra eSIM nuestra que quizá aún tenga datos. La estamos comprobando; un momento, por favor.',
    disabled:
      'Su eSIM está desactivada en el teléfono. Actívela en los ajustes de red móvil, junto con la ' +
      'itinerancia de datos.',
    deviceNotListed:
      '{device} no está en nuestra lista de teléfonos compatibles con eSIM. ¿Aparece «Añadir eSIM» en sus ' +
      'ajustes de red móvil?',
    removed:
      'La eSIM ya no está en el teléfono. Escanee de nuevo el código QR. Una eSIM se puede instalar {max} ' +
      'veces como máximo; si el teléfono la rechaza, le daremos una nueva.',
    notInstalled:
      'Su eSIM aún no está instalada. Conecte el teléfono a una red wifi y escanee el código QR que le enviamos.',
    notInstalledMailed:
      'Le hemos enviado el código QR por correo electrónico. Búsquelo, también en la carpeta de spam, conecte el ' +
      'teléfono a una red wifi y escanéelo.',
    replaced:
      'Su eSIM actual no está instalada en el teléfono. Conecte el teléfono a una red wifi y escanee el código ' +
      'QR que le enviamos.',
    waitingActivation: '{package} aún no se ha activado. ¿Ha llegado ya? Si es así, lo activamos ahora.',
    waitingElsewhere:
      '{package} aún no se ha activado y, por lo que vemos, no funciona en este país ({country}). Lo ' +
      'activaremos en cuanto usted esté en uno de los países que cubre.',
    waitingConfirm:
      '{package} aún no se ha activado. Nos consta este país: {country}. ¿Está ahí? Si es así, lo activaremos en ' +
      'cuanto usted esté en uno de los países que cubre.',
    elsewhere: '{package} solo se activa en los países que cubre. ¿En qué país está?',
    elsewhereConfirm: '{package} solo se activa en los países que cubre. Nos consta este país: {country}. ¿Está ahí?',
    neverSeen:
      '¿Ha llegado ya? Elija esta eSIM para los datos móviles, active la itinerancia de datos y reinicie ' +
      'el teléfono.',
    startsByItself:
      '{package} se activa automáticamente cuando el teléfono se conecta en uno de los países que cubre. Elija ' +
      'esta eSIM para los datos móviles y active la itinerancia de datos.',
    startsThere:
      '{package} funciona en este país ({country}) y se activa automáticamente cuando el teléfono se conecta. ' +
      'Elija esta eSIM para los datos móviles, active la itinerancia de datos y reinicie el teléfono.',
    startsConfirm:
      '{package} se activa automáticamente cuando el teléfono se conecta en uno de los países que cubre. Elija ' +
      'esta eSIM para los datos móviles, active la itinerancia de datos y reinicie el teléfono. Nos consta este ' +
      'país: {country}. ¿Está ahí?',
    lowData: 'Datos restantes: {left}. ¿Quiere más datos?',
    endsSoon:
      '{package} termina el {day} a las {time} UTC; datos restantes: {left}. Después, estos datos ya no se pueden usar. ' +
      '¿Quiere un paquete nuevo?',
    throttledDaily:
      '{package} tiene {volume} al día a máxima velocidad. Después va más lento ({speed}) hasta que se renueva ' +
      'el límite diario ({time}).',
    throttled: '{package} tiene {volume} a máxima velocidad. Después va más lento ({speed}).',
    notSeenLately:
      'Su eSIM no se conecta a ninguna red desde el {day}. Compruebe que esté activada y elegida para los datos ' +
      'móviles, con la itinerancia de datos activada, y reinicie el teléfono.',
    whichCountry: 'Tenemos que comprobar si {package} funciona en este país ({country}). Un momento, por favor.',
    noDataUsed:
      'Su eSIM se ha conectado a una red, pero aún no vemos uso de datos. Elija esta eSIM para los datos ' +
      'móviles, active la itinerancia de datos y reinicie el teléfono. ¿En qué país está?',
    noDataUsedThere:
      'Su eSIM se ha conectado a una red, pero aún no vemos uso de datos. Elija esta eSIM para los datos ' +
      'móviles, active la itinerancia de datos y reinicie el teléfono.',
    fine:
      'Por nuestra parte no vemos ningún fallo; datos restantes: {left}. Active y desactive el modo avión, ' +
      'revise la itinerancia de datos y reinicie el teléfono. ¿En qué país está?',
    fineConfirm:
      'Por nuestra parte no vemos ningún fallo; datos restantes: {left}. Active y desactive el modo avión, ' +
      'revise la itinerancia de datos y reinicie el teléfono. Nos consta este país: {country}. ¿Está ahí?',
    fineThere:
      'Por nuestra parte no vemos ningún fallo; sus datos restantes ({left}) se pueden usar en este país ' +
      '({country}). Active y desactive el modo avión, revise la itinerancia de datos y reinicie el teléfono.',
    fineOnNetwork:
      'Su eSIM está ahora en una red ({country}); datos restantes: {left}. Active y desactive el modo avión, ' +
      'revise la itinerancia de datos y reinicie el teléfono.',
    whichPhone: 'Tiene más de una eSIM nuestra. ¿De qué teléfono se trata y en qué país está?',
    activationOpen:
      'Hemos solicitado la activación de {package} y esperamos la confirmación. Le avisaremos en cuanto la tengamos.',
    refundOpen:
      'Hemos solicitado la cancelación de {package} y esperamos la confirmación. Le avisaremos en ' +
      'cuanto la tengamos.',
    refundDone: 'Hemos cancelado {package}. Ya no se puede usar.',
    refundSeen: 'Por lo que vemos, {package} está cancelado y ya no se puede usar.',
    refundRefused: 'No hemos podido cancelar {package}.',
    refundUsed: '{package} no se puede cancelar porque ya se han usado los datos del paquete.',
    refundExpired: '{package} no se puede cancelar porque ya ha terminado.',
    refundBefore: '{package} ya se canceló antes y no se puede usar.',
    refundTooOld: 'No podemos cancelar {package} nosotros mismos porque se compró hace demasiado tiempo.',
    refundNotForCredits: 'No podemos cancelar {package} por la forma en que se compró.',
    activated: 'Hemos activado {package}. Elija esta eSIM para los datos móviles y active la itinerancia de datos.',
    activatedNotInstalled:
      'Hemos activado {package}. Su eSIM no está instalada en este momento: conecte el teléfono a una red wifi y ' +
      'escanee el código QR que le enviamos. Después, elija esta eSIM para los datos móviles y active la ' +
      'itinerancia de datos.',
    activationRefused: 'No hemos podido activar {package}.',
    addedNow: '{package} está en la eSIM que ya tiene y se ha activado. No hay que instalar nada nuevo.',
    addedNowNotInstalled:
      '{package} está en la eSIM que ya tiene y se ha activado. Esa eSIM no está instalada en este momento: ' +
      'conecte el teléfono a una red wifi y escanee el código QR que le enviamos.',
    addedFirstUse:
      '{package} está en la eSIM que ya tiene y se activa con el primer uso. No hay que instalar nada nuevo.',
    addedFirstUseNotInstalled:
      '{package} está en la eSIM que ya tiene y se activa con el primer uso. Esa eSIM no está instalada en este ' +
      'momento: conecte el teléfono a una red wifi y escanee el código QR que le enviamos.',
    addedOnDemand: '{package} está en la eSIM que ya tiene. Díganos cuándo debemos activarlo.',
    addedNewEsim:
      '{package} viene con una eSIM nueva. Conecte el teléfono a una red wifi y escanee el código QR ' +
      'que le enviamos.',
  },
}
