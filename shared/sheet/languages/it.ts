import type { SheetMessages } from '../messages.ts'

export const it: SheetMessages = {
  locale: 'it',
  direction: 'ltr',
  recipient: 'Per',
  title: 'Installi la Sua eSIM',
  lead: 'Servono un telefono compatibile con eSIM e senza blocco SIM, e una connessione a Internet, ad esempio Wi-Fi.',
  tap: 'Legge questo messaggio sul telefono che riceverà la eSIM? Tocchi qui:',
  elsewhere: 'Su un altro schermo?',
  scan: 'Scansioni questo codice con il telefono che userà la eSIM.',
  qrAlt:
    'Codice QR della Sua eSIM. Se non lo vede, mostri le immagini di questa e-mail o inserisca a mano i ' +
    'dati qui sotto.',
  byHand: 'Oppure inserisca questi dati a mano',
  address: 'Indirizzo SM-DP+',
  matchingId: 'Codice di attivazione',
  noMatchingId: 'Lasci vuoto questo campo.',
  confirmation: 'Codice di conferma',
  confirmationHint: 'Il telefono lo chiederà. Lo riceve separatamente.',
  iccid: 'ICCID',
  packages: 'I Suoi dati',
  unnamedPackage: 'Pacchetto dati',
  validFor: 'valido per {length}',
  validUntil: 'scade in data {date}',
  unlimitedData: 'Dati illimitati',
  unlimited: 'senza scadenza',
  starts: {
    use: 'inizia con la prima connessione in un Paese in cui funziona',
    turn: 'inizia con la prima connessione dopo che il pacchetto precedente è esaurito o scaduto',
    request: 'inizia quando ce ne chiede l’attivazione',
  },
  latestStart: ', al più tardi in data {date}',
  where: 'Dove funziona',
  byPackageList: 'Secondo il nostro elenco di pacchetti: {countries}',
  someCountries: '{count} Paesi, tra cui {countries}',
  iphone: {
    title: 'iPhone',
    link: 'Installa su questo iPhone',
    from: 'Da iOS 17.4',
    steps: [
      'Apra Impostazioni › Cellulare › Aggiungi eSIM.',
      'Scelga «Utilizza codice QR» e scansioni questo codice.',
      'Segua i passaggi finché la eSIM risulta attiva.',
      'Attivi il roaming dati per questa eSIM.',
    ],
    byHand:
      'Scelga «Utilizza codice QR», poi «Inserisci dettagli manualmente», e inserisca l’indirizzo SM-DP+ e ' +
      'il codice di attivazione indicati sopra.',
  },
  android: {
    title: 'Android',
    link: 'Installa su questo telefono Android',
    from: 'Da Android 10',
    steps: [
      'Apra Impostazioni › Rete e Internet › SIM › Aggiungi eSIM.',
      'Scansioni questo codice quando si apre la fotocamera.',
      'Confermi il download e attivi la eSIM.',
      'Attivi il roaming per questa eSIM.',
    ],
    byHand:
      'Scelga l’inserimento manuale (su alcuni telefoni in «Serve aiuto?») e inserisca l’indirizzo e il ' +
      'codice di attivazione indicati sopra oppure, se c’è un solo campo: {code}',
  },
  arrivalTitle: 'All’arrivo',
  arrival:
    'Scelga questa eSIM per i dati mobili e lasci attivo il suo roaming dati. Disattivi il roaming dati ' +
    'della SIM abituale, perché non consumi dati.',
  worksTitle: 'Come vedere che funziona',
  works:
    'La eSIM mostra una rete e una pagina web si apre con il Wi-Fi disattivato. Se dopo alcuni minuti ' +
    'non c’è connessione, riavvii il telefono.',
  limitTitle: 'La tenga sul telefono',
  limit:
    'Una eSIM si può installare al massimo 5 volte. Non la elimini finché Le serve. ' +
    'Per un nuovo telefono, la rimuova prima da quello vecchio.',
  page: 'Pagina di installazione',
  noteTitle: 'Da leggere prima',
  notes: {
    installed: 'Questa eSIM è installata su un telefono. La rimuova da quel telefono prima di installarla di nuovo.',
    disabled:
      'Questa eSIM è installata su un telefono e lì è disattivata. La attivi nelle impostazioni di rete mobile; ' +
      'non serve installarla di nuovo.',
    error: 'L’installazione di questa eSIM non è riuscita. Ci contatti prima di riprovare: va sostituita.',
    unknown: 'Non abbiamo potuto vedere se questa eSIM è pronta. Se l’installazione non riesce, ci contatti.',
    inactive: 'Questa eSIM è stata probabilmente sostituita da un’altra. Ci contatti prima di installarla.',
  },
  secret: 'Questo codice è come una chiave dei Suoi dati. Non lo condivida.',
  contact: 'Domande?',
  subject: 'Come installare la Sua eSIM',
  letters: {
    greeting: 'Buongiorno,',
    about: {
      failed: {
        subject: 'La Sua eSIM non si può usare così',
        text:
          'L’installazione della Sua eSIM non è riuscita, quindi {package} non si può usare con essa. Non ' +
          'riprovi: risponda a questa e-mail e La aiuteremo.',
      },
      notStarted: {
        subject: 'Il Suo pacchetto dati non è ancora iniziato',
        text:
          'La Sua eSIM è stata su una rete, ma {package} non è ancora iniziato. Attivi il roaming dati per ' +
          'questa eSIM e riavvii il telefono. Se ancora non funziona, ci scriva in quale Paese si trova.',
      },
      ending: {
        subject: 'Il Suo pacchetto dati sta per scadere',
        text:
          '{package} scade in data {day} alle {time} UTC. Dopo, non se ne potranno più usare i dati. Se Le ' +
          'servono dati più a lungo, ci scriva: può tenere la Sua eSIM.',
      },
      low: {
        subject: 'I Suoi dati sono quasi esauriti',
        text:
          'Secondo la nostra ultima lettura, Le restano {left} di dati. Se Le servono altri dati, ci scriva: ' +
          'può tenere la Sua eSIM.',
      },
      trouble: {
        subject: 'Dati mobili: {country}',
        text:
          'In questo Paese ci sono al momento difficoltà con i dati mobili: {country}. Ha un pacchetto per ' +
          'questo Paese: {package}. Se la Sua connessione non funziona, attivi e disattivi una volta la ' +
          'modalità aereo, e ci scriva se questo non aiuta.',
      },
    },
    onRequest: {
      subject: 'Il Suo pacchetto dati non è ancora iniziato',
      text:
        'La Sua eSIM è stata su una rete, e {package} inizia quando ce lo chiede. È arrivato? Ce lo dica ' +
        'e lo attiveremo.',
    },
    answer: 'Può rispondere a questa e-mail.',
  },
  share: {
    begin: 'La Sua eSIM è pronta. Colleghi al Wi-Fi il telefono che la userà, apra lì questo link e segua i passaggi.',
    end: 'Poi scelga la eSIM per i dati mobili e attivi il roaming dati.',
  },
}
