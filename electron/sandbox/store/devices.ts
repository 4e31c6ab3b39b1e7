/** eSIM-capable devices (interface 2.4). Like the lists of real services, this one is neither complete nor current. */
import type { z } from 'zod'
import type { WireDevice } from '#shared/wire/devices.ts'

type Device = z.input<typeof WireDevice>

const models: readonly (readonly [vendor: string, platform: string, names: string])[] = [
  [
    'Apple',
    'iOS',
    'iPhone XR|iPhone XS|iPhone XS Max|iPhone 11|iPhone 11 Pro|iPhone 11 Pro Max|iPhone SE (2nd generation)|' +
      'iPhone 12 mini|iPhone 12|iPhone 12 Pro|iPhone 12 Pro Max|iPhone 13 mini|iPhone 13|iPhone 13 Pro|' +
      'iPhone 13 Pro Max|iPhone SE (3rd generation)|iPhone 14|iPhone 14 Plus|iPhone 14 Pro|iPhone 14 Pro Max|' +
      'iPhone 15|iPhone 15 Plus|iPhone 15 Pro|iPhone 15 Pro Max|iPhone 16|iPhone 16 Plus|iPhone 16 Pro|' +
      'iPhone 16 Pro Max|iPhone 16e|iPhone 17|iPhone Air|iPhone 17 Pro|iPhone 17 Pro Max',
  ],
  [
    'Apple',
    'iPadOS',
    'iPad (7th generation)|iPad (8th generation)|iPad (9th generation)|iPad (10th generation)|' +
      'iPad Air (3rd generation)|iPad Air (4th generation)|iPad Air (5th generation)|iPad mini (5th generation)|' +
      'iPad mini (6th generation)|iPad Pro 11-inch (3rd generation)|iPad Pro 12.9-inch (5th generation)|' +
      'iPad Pro 11-inch (M4)|iPad Pro 13-inch (M4)',
  ],
  [
    'Google',
    'Android',
    'Pixel 3|Pixel 3 XL|Pixel 3a|Pixel 4|Pixel 4 XL|Pixel 4a|Pixel 5|Pixel 5a|Pixel 6|Pixel 6 Pro|Pixel 6a|' +
      'Pixel 7|Pixel 7 Pro|Pixel 7a|Pixel 8|Pixel 8 Pro|Pixel 8a|Pixel 9|Pixel 9 Pro|Pixel 9 Pro XL|Pixel 9a|' +
      'Pixel Fold|Pixel 9 Pro Fold|Pixel 10|Pixel 10 Pro|Pixel 10 Pro XL',
  ],
  [
    'Samsung',
    'Android',
    'Galaxy S20|Galaxy S20+|Galaxy S20 Ultra|Galaxy S21|Galaxy S21+|Galaxy S21 Ultra|Galaxy S22|Galaxy S22+|' +
      'Galaxy S22 Ultra|Galaxy S23|Galaxy S23+|Galaxy S23 Ultra|Galaxy S23 FE|Galaxy S24|Galaxy S24+|' +
      'Galaxy S24 Ultra|Galaxy S24 FE|Galaxy S25|Galaxy S25+|Galaxy S25 Ultra|Galaxy Note20|Galaxy Note20 Ultra|' +
      'Galaxy Z Flip|Galaxy Z Flip3|Galaxy Z Flip4|Galaxy Z Flip5|Galaxy Z Flip6|Galaxy Z Fold2|Galaxy Z Fold3|' +
      'Galaxy Z Fold4|Galaxy Z Fold5|Galaxy Z Fold6|Galaxy A35|Galaxy A54|Galaxy A55|Galaxy XCover7',
  ],
  [
    'Xiaomi',
    'Android',
    'Xiaomi 12T Pro|Xiaomi 13|Xiaomi 13 Lite|Xiaomi 13 Pro|Xiaomi 13T|Xiaomi 13T Pro|Xiaomi 14|Xiaomi 14 Ultra|' +
      'Xiaomi 14T|Xiaomi 14T Pro|Redmi Note 13 Pro+|Redmi Note 14 Pro+',
  ],
  ['OPPO', 'Android', 'Find X3 Pro|Find X5|Find X5 Pro|Find N2 Flip|Find N3|Reno 6 Pro 5G|Reno 9A|Reno 12 Pro|A55s 5G'],
  ['OnePlus', 'Android', 'OnePlus 11|OnePlus 12|OnePlus 13|OnePlus Open'],
  [
    'Motorola',
    'Android',
    'Razr 2019|Razr 5G|Razr 40|Razr 40 Ultra|Razr 50 Ultra|Edge 40|Edge 40 Pro|Edge 40 Neo|Edge 50 Pro|' +
      'Edge 50 Ultra|Edge+|Moto G53 5G|ThinkPhone',
  ],
  ['Honor', 'Android', 'Magic4 Pro|Magic5 Pro|Magic6 Pro|Magic V2|Magic V3|90|200 Pro|X8'],
  ['Huawei', 'Android', 'P40|P40 Pro|Mate 40 Pro'],
  [
    'Sony',
    'Android',
    'Xperia 1 IV|Xperia 1 V|Xperia 1 VI|Xperia 5 IV|Xperia 5 V|Xperia 10 III Lite|Xperia 10 IV|Xperia 10 V|Xperia 10 VI',
  ],
  ['Nokia', 'Android', 'X30|XR21|G60 5G'],
  ['Fairphone', 'Android', 'Fairphone 4|Fairphone 5'],
  ['Nothing', 'Android', 'Phone (2a) Plus|Phone (3)'],
  ['Sharp', 'Android', 'AQUOS sense4 lite|AQUOS sense6s|AQUOS sense7|AQUOS sense8|AQUOS wish|AQUOS R7|AQUOS R8'],
  ['vivo', 'Android', 'X80 Pro|X90 Pro|X100 Pro|V29|V40'],
  ['Microsoft', 'Windows', 'Surface Pro X|Surface Pro 9 5G|Surface Duo|Surface Duo 2|Surface Go 3|Surface Pro 10 5G'],
  ['Lenovo', 'Windows', 'ThinkPad X1 Carbon Gen 9|ThinkPad X1 Fold|ThinkPad X1 Nano|ThinkPad X13s|Yoga 520|Flex 5G'],
  ['HP', 'Windows', 'Elite Dragonfly G2|Elite Folio|Spectre Folio|ZBook Firefly G9'],
  ['Dell', 'Windows', 'Latitude 7210 2-in-1|Latitude 7440|Latitude 9440'],
  ['Rakuten', 'Android', 'Rakuten Mini|Rakuten Big|Rakuten Big-S|Rakuten Hand 5G'],
  ['Gemini', 'Android', 'Gemini PDA'],
]

export const devices: readonly Device[] = models.flatMap(([vendor, platform, names]) =>
  names.split('|').map((name) => ({ name, vendor, platform })),
)
