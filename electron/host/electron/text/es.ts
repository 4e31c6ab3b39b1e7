import type { HostText } from './types.ts'

export const es: HostText = {
  menu: {
    file: '&Archivo',
    edit: '&Edición',
    view: '&Ver',
    window: 'Ve&ntana',
    help: 'Ay&uda',

    about: (program) => `&Acerca de ${program}`,
    services: 'Servicios',
    hide: (program) => `Ocultar ${program}`,
    hideOthers: 'Ocultar otros',
    showAll: 'Mostrar todo',
    quit: (program, platform) => (platform === 'darwin' ? `Salir de ${program}` : '&Salir'),

    undo: '&Deshacer',
    redo: '&Rehacer',
    cut: 'Cor&tar',
    copy: '&Copiar',
    paste: '&Pegar',
    selectAll: '&Seleccionar todo',

    zoomIn: '&Ampliar',
    zoomOut: '&Reducir',
    actualSize: '&Tamaño real',
    fullScreen: '&Pantalla completa',
    reload: 'R&ecargar',
    developerTools: '&Herramientas de desarrollo',

    minimize: '&Minimizar',
    zoomWindow: 'Zoom',
    closeWindow: '&Cerrar ventana',
    bringAllToFront: 'Traer todo al frente',
  },
  closeQuestion: {
    message: 'Se está enviando una operación',
    detail:
      'El servicio aún no ha respondido. Si cierra la ventana ahora, eSIM Desk espera la respuesta en segundo plano' +
      ' durante dos minutos como máximo. Si el resultado sigue sin conocerse, se consulta en el próximo inicio.',
    wait: 'Esperar',
    closeAnyway: 'Cerrar de todos modos',
  },
  stillWaiting: {
    message: 'eSIM Desk aún espera una respuesta del servicio',
    detail:
      'Su ventana se cerró mientras se enviaba una operación. El programa termina por sí solo en dos minutos;' +
      ' vuelva a iniciarlo después.',
    ok: 'Aceptar',
  },
  fileTypes: {
    csv: 'Tabla CSV',
    pdf: 'Documento PDF',
    zip: 'Archivo ZIP',
  },
}
