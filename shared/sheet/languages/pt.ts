import type { SheetMessages } from '../messages.ts'

export const pt: SheetMessages = {
  locale: 'pt',
  direction: 'ltr',
  recipient: 'Para',
  title: 'Instale o seu eSIM',
  lead: 'Precisa de um telefone compatível com eSIM e desbloqueado, e de uma ligação à Internet, por exemplo Wi-Fi.',
  tap: 'Está a ler isto no telefone que vai receber o eSIM? Toque aqui:',
  elsewhere: 'Noutro ecrã?',
  scan: 'Leia este código com o telefone que vai usar o eSIM.',
  qrAlt: 'Código QR do seu eSIM. Se não o vê, mostre as imagens deste e-mail ou introduza à mão os dados abaixo.',
  byHand: 'Ou introduza estes dados à mão',
  address: 'Endereço SM-DP+',
  matchingId: 'Código de ativação',
  noMatchingId: 'Deixe este campo vazio.',
  confirmation: 'Código de confirmação',
  confirmationHint: 'O telefone vai pedi-lo. Recebe-o em separado.',
  iccid: 'ICCID',
  packages: 'Os seus dados',
  unnamedPackage: 'Pacote de dados',
  validFor: 'válido por {length}',
  validUntil: 'válido até {date}',
  unlimitedData: 'Dados ilimitados',
  unlimited: 'sem prazo',
  starts: {
    use: 'começa com a primeira ligação num país onde funcione',
    turn: 'começa com a primeira ligação depois de o pacote anterior se esgotar ou expirar',
    request: 'começa quando nos pedir',
  },
  latestStart: ', o mais tardar em {date}',
  where: 'Onde funciona',
  byPackageList: 'Segundo a nossa lista de pacotes: {countries}',
  someCountries: '{count} países, entre eles {countries}',
  iphone: {
    title: 'iPhone',
    link: 'Instalar neste iPhone',
    from: 'A partir do iOS 17.4',
    steps: [
      'Abra Definições (Ajustes) › Rede móvel (Celular) › Adicionar eSIM.',
      'Escolha “Usar código QR” e leia este código.',
      'Siga os passos até o eSIM aparecer como ativo.',
      'Ligue o roaming de dados para este eSIM.',
    ],
    byHand:
      'Escolha “Usar código QR” e depois “Introduzir detalhes manualmente”, e introduza o endereço SM-DP+ ' +
      'e o código de ativação acima.',
  },
  android: {
    title: 'Android',
    link: 'Instalar neste telefone Android',
    from: 'A partir do Android 10',
    steps: [
      'Abra Definições (Configurações) › Rede e Internet › SIMs › Adicionar eSIM.',
      'Leia este código quando a câmara abrir.',
      'Confirme a transferência e ligue o eSIM.',
      'Ligue o roaming para este eSIM.',
    ],
    byHand:
      'Escolha a introdução manual (nalguns telefones em “Precisa de ajuda?”) e introduza o endereço e o ' +
      'código de ativação acima ou, se houver só um campo: {code}',
  },
  arrivalTitle: 'À chegada',
  arrival:
    'Escolha este eSIM para os dados móveis e deixe o seu roaming de dados ligado. Desligue o roaming de ' +
    'dados do SIM habitual, para que não gaste dados.',
  worksTitle: 'Como ver que funciona',
  works:
    'O eSIM mostra uma rede e uma página web abre com o Wi-Fi desligado. Se não houver ligação após ' +
    'alguns minutos, reinicie o telefone.',
  limitTitle: 'Mantenha-o no telefone',
  limit:
    'Um eSIM pode ser instalado no máximo 5 vezes. Não o apague enquanto precisar dele. Num telefone ' +
    'novo, remova-o primeiro do antigo.',
  page: 'Página de instalação',
  noteTitle: 'Leia primeiro',
  notes: {
    installed: 'Este eSIM está instalado num telefone. Remova-o desse telefone antes de o instalar de novo.',
    disabled:
      'Este eSIM está instalado num telefone e desligado nele. Ligue-o nas definições de rede móvel; não ' +
      'precisa de o instalar de novo.',
    error: 'A instalação deste eSIM falhou. Contacte-nos antes de tentar de novo: tem de ser substituído.',
    unknown: 'Não conseguimos ver se este eSIM está pronto. Se a instalação falhar, contacte-nos.',
    inactive: 'Este eSIM foi provavelmente substituído por outro. Contacte-nos antes de o instalar.',
  },
  secret: 'Este código é como uma chave dos seus dados. Não o partilhe.',
  contact: 'Dúvidas?',
  subject: 'Como instalar o seu eSIM',
  letters: {
    greeting: 'Olá,',
    about: {
      failed: {
        subject: 'O seu eSIM não pode ser usado assim',
        text:
          'A instalação do seu eSIM falhou, por isso {package} não pode ser usado com ele. Não tente de ' +
          'novo: responda a este e-mail e nós ajudamos.',
      },
      notStarted: {
        subject: 'O seu pacote de dados ainda não começou',
        text:
          'O seu eSIM esteve numa rede, mas {package} ainda não começou. Ative o roaming de dados para ' +
          'este eSIM e reinicie o telefone. Se ainda não funcionar, diga-nos em que país está.',
      },
      ending: {
        subject: 'O seu pacote de dados termina em breve',
        text:
          '{package} termina em {day} às {time} UTC. Depois disso, os seus dados já não podem ser usados. ' +
          'Se precisar de dados por mais tempo, diga-nos: pode manter o seu eSIM.',
      },
      low: {
        subject: 'Os seus dados estão quase gastos',
        text:
          'Segundo a nossa última leitura, restam {left} dos seus dados. Se precisar de mais, diga-nos: ' +
          'pode manter o seu eSIM.',
      },
      trouble: {
        subject: 'Dados móveis: {country}',
        text:
          'Há neste momento dificuldades com os dados móveis neste país: {country}. Tem um pacote para ' +
          'este país: {package}. Se a sua ligação não funcionar, ligue e desligue uma vez o modo de avião ' +
          'e diga-nos se isso não ajudar.',
      },
    },
    onRequest: {
      subject: 'O seu pacote de dados ainda não começou',
      text: 'O seu eSIM esteve numa rede, e {package} começa quando nos pedir. Já chegou? Diga-nos e nós ativamo-lo.',
    },
    answer: 'Pode responder a este e-mail.',
  },
  share: {
    begin: 'O seu eSIM está pronto. Ligue ao Wi-Fi o telefone que o vai usar, abra nele este link e siga os passos.',
    end: 'Depois escolha o eSIM para os dados móveis e ative o roaming de dados.',
  },
}
