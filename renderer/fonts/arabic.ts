import arabic from '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2?url'

export const faces: readonly FontFace[] = [new FontFace('Sheet ar', `url(${arabic})`, { weight: '100 900' })]
