import type { Faker } from '@faker-js/faker'

/** Names in one language: picking from lists is a hundred times faster than calling faker each time. */
export interface NamePool {
  first: string[]
  last: string[]
  company: string[]
  city: string[]
  street: string[]
  zip: string[]
}

const loaders: Record<string, () => Promise<{ faker: Faker }>> = {
  es: () => import('@faker-js/faker/locale/es'),
  en: () => import('@faker-js/faker/locale/en'),
  de: () => import('@faker-js/faker/locale/de'),
  fr: () => import('@faker-js/faker/locale/fr'),
  it: () => import('@faker-js/faker/locale/it'),
  pt_PT: () => import('@faker-js/faker/locale/pt_PT'),
  pt_BR: () => import('@faker-js/faker/locale/pt_BR'),
  pl: () => import('@faker-js/faker/locale/pl'),
  nl: () => import('@faker-js/faker/locale/nl'),
  sv: () => import('@faker-js/faker/locale/sv'),
  da: () => import('@faker-js/faker/locale/da'),
  nb_NO: () => import('@faker-js/faker/locale/nb_NO'),
  fi: () => import('@faker-js/faker/locale/fi'),
  cs_CZ: () => import('@faker-js/faker/locale/cs_CZ'),
  ro: () => import('@faker-js/faker/locale/ro'),
  hu: () => import('@faker-js/faker/locale/hu'),
  el: () => import('@faker-js/faker/locale/el'),
  hr: () => import('@faker-js/faker/locale/hr'),
  sk: () => import('@faker-js/faker/locale/sk'),
  lv: () => import('@faker-js/faker/locale/lv'),
  uk: () => import('@faker-js/faker/locale/uk'),
  tr: () => import('@faker-js/faker/locale/tr'),
  ar: () => import('@faker-js/faker/locale/ar'),
  he: () => import('@faker-js/faker/locale/he'),
  ja: () => import('@faker-js/faker/locale/ja'),
  zh_CN: () => import('@faker-js/faker/locale/zh_CN'),
  ko: () => import('@faker-js/faker/locale/ko'),
  vi: () => import('@faker-js/faker/locale/vi'),
  th: () => import('@faker-js/faker/locale/th'),
  es_MX: () => import('@faker-js/faker/locale/es_MX'),
}

/** A name pool per faker locale used by the demo's countries; the same in every run. */
export async function loadNamePools(): Promise<Map<string, NamePool>> {
  const pools = new Map<string, NamePool>()
  for (const [locale, load] of Object.entries(loaders)) {
    const { faker } = await load()
    faker.seed(4600)
    const many = (count: number, draw: () => string) => [...new Set(Array.from({ length: count }, draw))]
    pools.set(locale, {
      first: many(300, () => faker.person.firstName()),
      last: many(500, () => faker.person.lastName()),
      company: many(200, () => faker.company.name()),
      city: many(80, () => faker.location.city()),
      street: many(150, () => faker.location.streetAddress()),
      zip: many(60, () => faker.location.zipCode()),
    })
  }
  return pools
}
