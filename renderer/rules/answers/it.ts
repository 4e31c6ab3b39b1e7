import type { AnswerMessages } from '../answerMessages.ts'

export const it: AnswerMessages = {
  locale: 'it',
  direction: 'ltr',
  unlimitedData: 'illimitati',
  unnamedPackage: 'Pacchetto dati',
  yourPackage: 'il Suo pacchetto dati',
  yourPackages: 'i Suoi pacchetti',
  onePackage: 'uno dei Suoi pacchetti {package}',
  answers: {
    unconfirmed:
      'Stiamo ancora verificando se il Suo ultimo ordine è andato a buon fine. Non lo ripeta, per favore; ' +
      'La avviseremo appena lo sapremo.',
    esimError: 'L’installazione non è riuscita e questa eSIM non è più utilizzabile. Gliene daremo una nuova.',
    weAsk: 'Da qui non vediamo la causa. Chiederemo all’assistenza della rete e La ricontatteremo.',
    wrongCountry:
      'Da quanto vediamo, non può usare {package} in questo Paese ({country}). Per questo Paese serve un altro ' +
      'pacchetto.',
    wrongCountryNewEsim:
      'Da quanto vediamo, non può usare {package} in questo Paese ({country}). Per questo Paese serve un altro ' +
      'pacchetto, con una nuova eSIM: colleghi il telefono al Wi-Fi e scansioni il nuovo codice QR che Le ' +
      'invieremo.',
    wrongCountryConfirm:
      'Ci risulta questo Paese: {country}. Si trova lì? Da quanto vediamo, lì non può usare {package}, quindi ' +
      'servirebbe un altro pacchetto.',
    wrongCountryNetwork:
      'Secondo la rete il Suo telefono è in questo Paese: {reported}. È già in quest’altro: {country}? Da ' +
      'quanto vediamo, lì non può usare {package}, quindi servirebbe un altro pacchetto.',
    wrongCountryRecord:
      'Da quanto vediamo, non può usare {package} in questo Paese ({country}). Ha un’altra nostra eSIM che lì ' +
      'potrebbe funzionare. La stiamo verificando; un momento, per favore.',
    wrongCountryRecordConfirm:
      'Ci risulta questo Paese: {country}. Si trova lì? Da quanto vediamo, lì non può usare {package}. Se è ' +
      'così, verificheremo un’altra nostra eSIM in Suo possesso.',
    nothingSold: 'La Sua eSIM non ha ancora dati. Possiamo aggiungere un pacchetto.',
    refunded: '{package} è stato rimborsato e quindi non si può usare. Possiamo venderLe un nuovo pacchetto.',
    usedUp:
      'I dati di {package} sono esauriti. Possiamo aggiungerne altri; funzionano subito, con la stessa ' + 'eSIM.',
    usedUpNotOn: 'I dati di {package} sono esauriti. Possiamo aggiungerne altri; la eSIM resta la stessa.',
    usedUpNotInstalled:
      'I dati di {package} sono esauriti. Possiamo venderLe un nuovo pacchetto. Per usarlo bisogna prima ' +
      'installare la Sua eSIM: colleghi il telefono al Wi-Fi e scansioni il codice QR che Le inviamo.',
    expired: '{package} è scaduto in data {day}. Possiamo aggiungere un nuovo pacchetto; la eSIM resta la stessa.',
    expiredNotInstalled:
      '{package} è scaduto in data {day}. Possiamo venderLe un nuovo pacchetto. Per usarlo bisogna prima ' +
      'installare la Sua eSIM: colleghi il telefono al Wi-Fi e scansioni il codice QR che Le inviamo.',
    otherRecord:
      'Ha un’altra nostra eSIM che potrebbe avere ancora dati. La stiamo verificando; un momento, per favore.',
    disabled:
      'La Sua eSIM è disattivata nel telefono. La attivi nelle impostazioni di rete mobile, insieme al ' +
      'roaming dati.',
    deviceNotListed:
      '{device} non è nel nostro elenco dei telefoni compatibili con eSIM. C’è «Aggiungi eSIM» nelle ' +
      'impostazioni di rete mobile?',
    removed:
      'La eSIM non è più sul telefono. Scansioni di nuovo il codice QR. Una eSIM si può installare al massimo ' +
      '{max} volte; se il telefono la rifiuta, Gliene daremo una nuova.',
    notInstalled:
      'La Sua eSIM non è ancora installata. Colleghi il telefono al Wi-Fi e scansioni il codice QR che Le ' +
      'inviamo.',
    notInstalledMailed:
      'Le abbiamo inviato il codice QR per e-mail. Lo cerchi, anche nella cartella spam, colleghi il telefono al Wi-Fi e lo scansioni.',
    replaced:
      'La Sua eSIM attuale non è installata sul telefono. Colleghi il telefono al Wi-Fi e scansioni il codice ' +
      'QR che Le inviamo.',
    waitingActivation: '{package} non è ancora stato attivato. È già a destinazione? Se sì, lo attiviamo adesso.',
    waitingElsewhere:
      '{package} non è ancora stato attivato e, da quanto vediamo, non funziona in questo Paese ({country}). ' +
      'Lo attiveremo appena Lei sarà in un Paese coperto.',
    waitingConfirm:
      '{package} non è ancora stato attivato. Ci risulta questo Paese: {country}. Si trova lì? In tal caso lo ' +
      'attiveremo appena Lei sarà in un Paese coperto.',
    elsewhere: '{package} si attiva solo in un Paese coperto. In quale Paese si trova?',
    elsewhereConfirm: '{package} si attiva solo in un Paese coperto. Ci risulta questo Paese: {country}. Si trova lì?',
    neverSeen:
      'È già a destinazione? Scelga questa eSIM per i dati mobili, attivi il roaming dati e riavvii il telefono.',
    startsByItself:
      '{package} si attiva automaticamente quando il telefono si connette in un Paese coperto. Scelga questa ' +
      'eSIM per i dati mobili e attivi il roaming dati.',
    startsThere:
      '{package} funziona in questo Paese ({country}) e si attiva automaticamente quando il telefono si ' +
      'connette. Scelga questa eSIM per i dati mobili, attivi il roaming dati e riavvii il telefono.',
    startsConfirm:
      '{package} si attiva automaticamente quando il telefono si connette in un Paese coperto. Scelga questa ' +
      'eSIM per i dati mobili, attivi il roaming dati e riavvii il telefono. Ci risulta questo Paese: {country}. ' +
      'Si trova lì?',
    lowData: 'Dati rimanenti: {left}. Desidera altri dati?',
    endsSoon:
      '{package} scade in data {day} alle ore {time} UTC; dati rimanenti: {left}. Poi questi dati non si possono ' +
      'più usare. Desidera un nuovo pacchetto?',
    throttledDaily:
      '{package} offre {volume} al giorno alla massima velocità. Poi è più lento ({speed}) fino alle ore {time}.',
    throttled: '{package} offre {volume} alla massima velocità. Poi è più lento ({speed}).',
    notSeenLately:
      'La Sua eSIM si è connessa a una rete per l’ultima volta in data {day}. Controlli che sia attiva e scelta ' +
      'per i dati mobili, con il roaming dati attivo, e riavvii il telefono.',
    whichCountry: 'Dobbiamo verificare se {package} funziona in questo Paese ({country}). Un momento, per favore.',
    noDataUsed:
      'La Sua eSIM si è connessa a una rete, ma non vediamo ancora alcun uso di dati. Scelga questa eSIM per i ' +
      'dati mobili, attivi il roaming dati e riavvii il telefono. In quale Paese si trova?',
    noDataUsedThere:
      'La Sua eSIM si è connessa a una rete, ma non vediamo ancora alcun uso di dati. Scelga questa eSIM per i ' +
      'dati mobili, attivi il roaming dati e riavvii il telefono.',
    fine:
      'Da parte nostra non vediamo alcun problema; dati rimanenti: {left}. Attivi e poi disattivi la modalità aereo, ' +
      'controlli il roaming dati e riavvii il telefono. In quale Paese si trova?',
    fineConfirm:
      'Da parte nostra non vediamo alcun problema; dati rimanenti: {left}. Attivi e poi disattivi la modalità aereo, ' +
      'controlli il roaming dati e riavvii il telefono. Ci risulta questo Paese: {country}. Si trova lì?',
    fineThere:
      'Da parte nostra non vediamo alcun problema; i dati rimanenti ({left}) si possono usare in questo Paese ' +
      '({country}). Attivi e poi disattivi la modalità aereo, controlli il roaming dati e riavvii il telefono.',
    fineOnNetwork:
      'La Sua eSIM è adesso su una rete ({country}); dati rimanenti: {left}. Attivi e poi disattivi la ' +
      'modalità aereo, controlli il roaming dati e riavvii il telefono.',
    whichPhone: 'Ha più di una nostra eSIM. Di quale telefono si tratta e in quale Paese si trova?',
    activationOpen:
      'Abbiamo richiesto l’attivazione di {package} e attendiamo la conferma. La avviseremo appena la riceveremo.',
    refundOpen:
      'Abbiamo richiesto l’annullamento di {package} e attendiamo la conferma. La avviseremo appena la riceveremo.',
    refundDone: 'Abbiamo annullato {package}. Non si può più usare.',
    refundSeen: 'Da quanto vediamo, {package} è annullato e non si può più usare.',
    refundRefused: 'Non siamo riusciti ad annullare {package}.',
    refundUsed: '{package} non si può annullare perché i dati del pacchetto sono già stati usati.',
    refundExpired: '{package} non si può annullare perché è scaduto.',
    refundBefore: '{package} è già stato annullato in precedenza e non si può più usare.',
    refundTooOld: 'Non possiamo annullare direttamente {package} perché è stato acquistato troppo tempo fa.',
    refundNotForCredits: 'Non possiamo annullare {package} a causa del modo in cui è stato acquistato.',
    activated: 'Abbiamo attivato {package}. Scelga questa eSIM per i dati mobili e attivi il roaming dati.',
    activatedNotInstalled:
      'Abbiamo attivato {package}. La Sua eSIM al momento non è installata: colleghi il telefono al Wi-Fi e ' +
      'scansioni il codice QR che Le inviamo. Poi scelga questa eSIM per i dati mobili e attivi il roaming dati.',
    activationRefused: 'Non siamo riusciti ad attivare {package}.',
    addedNow: '{package} è sulla eSIM che ha già ed è stato attivato. Non c’è nulla di nuovo da installare.',
    addedNowNotInstalled:
      '{package} è sulla eSIM che ha già ed è stato attivato. Questa eSIM al momento non è installata: colleghi ' +
      'il telefono al Wi-Fi e scansioni il codice QR che Le inviamo.',
    addedFirstUse:
      '{package} è sulla eSIM che ha già e si attiva al primo utilizzo. Non c’è nulla di nuovo da installare.',
    addedFirstUseNotInstalled:
      '{package} è sulla eSIM che ha già e si attiva al primo utilizzo. Questa eSIM al momento non è installata: ' +
      'colleghi il telefono al Wi-Fi e scansioni il codice QR che Le inviamo.',
    addedOnDemand: '{package} è sulla eSIM che ha già. Ci dica quando dobbiamo attivarlo.',
    addedNewEsim:
      '{package} è fornito con una nuova eSIM. Colleghi il telefono al Wi-Fi e scansioni il codice QR che Le ' +
      'inviamo.',
  },
}
