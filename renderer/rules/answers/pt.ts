import type { AnswerMessages } from '../answerMessages.ts'

export const pt: AnswerMessages = {
  locale: 'pt',
  direction: 'ltr',
  unlimitedData: 'ilimitados',
  unnamedPackage: 'Pacote de dados',
  yourPackage: 'o seu pacote de dados',
  yourPackages: 'os seus pacotes',
  onePackage: 'um dos seus pacotes {package}',
  answers: {
    unconfirmed:
      'Ainda estamos a verificar se o seu último pedido foi concluído. Não o repita, por favor; avisamos ' +
      'assim que soubermos.',
    esimError: 'A instalação falhou e este eSIM já não pode ser usado. Vamos fornecer-lhe um novo.',
    weAsk: 'Daqui não vemos a causa. Vamos perguntar ao suporte da rede e depois damos-lhe uma resposta.',
    wrongCountry:
      'Pelo que vemos, não pode usar {package} neste país ({country}). Para este país precisa de outro pacote.',
    wrongCountryNewEsim:
      'Pelo que vemos, não pode usar {package} neste país ({country}). Para este país precisa de outro pacote, ' +
      'que vem com um novo eSIM: ligue o telefone ao Wi-Fi e leia o novo código QR que lhe enviaremos.',
    wrongCountryConfirm:
      'Temos registado este país: {country}. Está aí? Pelo que vemos, não pode usar {package} aí, por isso ' +
      'precisaria de outro pacote.',
    wrongCountryNetwork:
      'Segundo a rede, o seu telefone está neste país: {reported}. Já está neste outro: {country}? Pelo que ' +
      'vemos, não pode usar {package} aí, por isso precisaria de outro pacote.',
    wrongCountryRecord:
      'Pelo que vemos, não pode usar {package} neste país ({country}). Tem outro eSIM nosso que talvez ' +
      'funcione aí. Estamos a verificá-lo; um momento, por favor.',
    wrongCountryRecordConfirm:
      'Temos registado este país: {country}. Está aí? Pelo que vemos, não pode usar {package} aí. Se estiver ' +
      'aí, vamos verificar outro eSIM que lhe fornecemos.',
    nothingSold: 'O seu eSIM ainda não tem dados. Podemos adicionar um pacote.',
    refunded: '{package} foi reembolsado e por isso não pode ser usado. Podemos vender-lhe um novo pacote.',
    usedUp: 'Os dados de {package} esgotaram-se. Podemos adicionar mais; funcionam de imediato, no mesmo eSIM.',
    usedUpNotOn: 'Os dados de {package} esgotaram-se. Podemos adicionar mais; mantém o seu eSIM.',
    usedUpNotInstalled:
      'Os dados de {package} esgotaram-se. Podemos vender-lhe um novo pacote. Para o usar, é preciso instalar ' +
      'primeiro o seu eSIM: ligue o telefone ao Wi-Fi e leia o código QR que lhe enviamos.',
    expired: '{package} terminou em {day}. Podemos adicionar um novo pacote; mantém o seu eSIM.',
    expiredNotInstalled:
      '{package} terminou em {day}. Podemos vender-lhe um novo pacote. Para o usar, é preciso instalar ' +
      'primeiro o seu eSIM: ligue o telefone ao Wi-Fi e leia o código QR que lhe enviamos.',
    otherRecord: 'Tem outro eSIM nosso que talvez ainda tenha dados. Estamos a verificá-lo; um momento, por favor.',
    disabled:
      'O seu eSIM está desligado no telefone. Ligue-o nas definições de rede móvel, juntamente com o ' +
      'roaming de dados.',
    deviceNotListed:
      '{device} não está na nossa lista de telefones compatíveis com eSIM. Aparece “Adicionar eSIM” nas ' +
      'definições de rede móvel?',
    removed:
      'O eSIM já não está no telefone. Leia de novo o código QR. Um eSIM pode ser instalado no máximo {max} ' +
      'vezes; se o telefone o recusar, fornecemos-lhe um novo.',
    notInstalled: 'O seu eSIM ainda não está instalado. Ligue o telefone ao Wi-Fi e leia o código QR que lhe enviamos.',
    notInstalledMailed:
      'Enviámos-lhe o código QR por e-mail. Procure-o, também na pasta de spam, ligue o telefone ao Wi-Fi e leia-o.',
    replaced:
      'O seu eSIM atual não está instalado no telefone. Ligue o telefone ao Wi-Fi e leia o código QR que lhe ' +
      'enviamos.',
    waitingActivation: '{package} ainda não foi ativado. Já chegou? Se sim, ativamo-lo agora.',
    waitingElsewhere:
      '{package} ainda não foi ativado e, pelo que vemos, não funciona neste país ({country}). Vamos ativá-lo ' +
      'assim que estiver num país abrangido.',
    waitingConfirm:
      '{package} ainda não foi ativado. Temos registado este país: {country}. Está aí? Se sim, vamos ativá-lo ' +
      'assim que estiver num país abrangido.',
    elsewhere: '{package} só é ativado num país abrangido. Em que país está?',
    elsewhereConfirm: '{package} só é ativado num país abrangido. Temos registado este país: {country}. Está aí?',
    neverSeen: 'Já chegou? Escolha este eSIM para os dados móveis, ligue o roaming de dados e reinicie o telefone.',
    startsByItself:
      '{package} é ativado automaticamente quando o telefone se liga à rede num país abrangido. Escolha este ' +
      'eSIM para os dados móveis e ligue o roaming de dados.',
    startsThere:
      '{package} funciona neste país ({country}) e é ativado automaticamente quando o telefone se liga à rede. ' +
      'Escolha este eSIM para os dados móveis, ligue o roaming de dados e reinicie o telefone.',
    startsConfirm:
      '{package} é ativado automaticamente quando o telefone se liga à rede num país abrangido. Escolha este ' +
      'eSIM para os dados móveis, ligue o roaming de dados e reinicie o telefone. Temos registado este país: ' +
      '{country}. Está aí?',
    lowData: 'Dados restantes: {left}. Quer mais dados?',
    endsSoon:
      '{package} termina em {day} às {time} UTC; dados restantes: {left}. Depois disso, estes dados já não podem ' +
      'ser usados. Quer um novo pacote?',
    throttledDaily:
      '{package} tem {volume} por dia à velocidade máxima. Depois fica mais lento ({speed}) até à renovação do ' +
      'limite diário ({time}).',
    throttled: '{package} tem {volume} à velocidade máxima. Depois fica mais lento ({speed}).',
    notSeenLately:
      'O seu eSIM não se liga a nenhuma rede desde {day}. Verifique se está ligado e escolhido para os dados ' +
      'móveis, com o roaming de dados ligado, e reinicie o telefone.',
    whichCountry: 'Temos de verificar se {package} funciona neste país ({country}). Um momento, por favor.',
    noDataUsed:
      'O seu eSIM ligou-se a uma rede, mas ainda não vemos uso de dados. Escolha este eSIM para os dados ' +
      'móveis, ligue o roaming de dados e reinicie o telefone. Em que país está?',
    noDataUsedThere:
      'O seu eSIM ligou-se a uma rede, mas ainda não vemos uso de dados. Escolha este eSIM para os dados ' +
      'móveis, ligue o roaming de dados e reinicie o telefone.',
    fine:
      'Do nosso lado não vemos nenhum problema; dados restantes: {left}. Ligue e volte a desligar o modo de voo, ' +
      'verifique o roaming de dados e reinicie o telefone. Em que país está?',
    fineConfirm:
      'Do nosso lado não vemos nenhum problema; dados restantes: {left}. Ligue e volte a desligar o modo de voo, ' +
      'verifique o roaming de dados e reinicie o telefone. Temos registado este país: {country}. Está aí?',
    fineThere:
      'Do nosso lado não vemos nenhum problema; os seus dados restantes ({left}) podem ser usados neste país ' +
      '({country}). Ligue e volte a desligar o modo de voo, verifique o roaming de dados e reinicie o telefone.',
    fineOnNetwork:
      'O seu eSIM está agora numa rede ({country}); dados restantes: {left}. Ligue e volte a desligar o modo ' +
      'de voo, verifique o roaming de dados e reinicie o telefone.',
    whichPhone: 'Tem mais do que um eSIM nosso. De que telefone se trata e em que país está?',
    activationOpen: 'Pedimos a ativação de {package} e aguardamos a confirmação. Avisamos assim que a tivermos.',
    refundOpen: 'Pedimos o cancelamento de {package} e aguardamos a confirmação. Avisamos assim que a tivermos.',
    refundDone: 'Cancelámos {package}. Já não pode ser usado.',
    refundSeen: 'Pelo que vemos, {package} está cancelado e já não pode ser usado.',
    refundRefused: 'Não conseguimos cancelar {package}.',
    refundUsed: '{package} não pode ser cancelado porque os dados do pacote já foram usados.',
    refundExpired: '{package} não pode ser cancelado porque já terminou.',
    refundBefore: '{package} já tinha sido cancelado e já não pode ser usado.',
    refundTooOld: 'Não podemos ser nós a cancelar {package} porque foi comprado há demasiado tempo.',
    refundNotForCredits: 'Não podemos cancelar {package} devido à forma como foi comprado.',
    activated: 'Ativámos {package}. Escolha este eSIM para os dados móveis e ligue o roaming de dados.',
    activatedNotInstalled:
      'Ativámos {package}. De momento, o seu eSIM não está instalado: ligue o telefone ao Wi-Fi e leia o código ' +
      'QR que lhe enviamos. Depois escolha este eSIM para os dados móveis e ligue o roaming de dados.',
    activationRefused: 'Não conseguimos ativar {package}.',
    addedNow: '{package} está no eSIM que já tem e foi ativado. Não há nada de novo para instalar.',
    addedNowNotInstalled:
      '{package} está no eSIM que já tem e foi ativado. De momento, esse eSIM não está instalado: ligue o ' +
      'telefone ao Wi-Fi e leia o código QR que lhe enviamos.',
    addedFirstUse:
      '{package} está no eSIM que já tem e é ativado com a primeira utilização. Não há nada de novo para instalar.',
    addedFirstUseNotInstalled:
      '{package} está no eSIM que já tem e é ativado com a primeira utilização. De momento, esse eSIM não está ' +
      'instalado: ligue o telefone ao Wi-Fi e leia o código QR que lhe enviamos.',
    addedOnDemand: '{package} está no eSIM que já tem. Diga-nos quando o devemos ativar.',
    addedNewEsim: '{package} vem com um novo eSIM. Ligue o telefone ao Wi-Fi e leia o código QR que lhe enviamos.',
  },
}
