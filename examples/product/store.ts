import { PGlite } from '@electric-sql/pglite'

/** The product's own data. Quaydesk only knows what the product reports. */
export interface Customer {
  id: number
  email: string
  name: string
  password: string
  banned: boolean
  createdAt: number
  updatedAt: number
}

export interface Code {
  id: number
  customer: number
  uri: string
  name: string
  url: string
  status: 'active' | 'blocked' | 'deleted'
  stopped: boolean
  scans: number
  createdAt: number
  updatedAt: number
}

/** Sets the time of a state, later than the previous one. For two states in one second, Quaydesk could not tell which is newer. */
export const later = `"updatedAt" = greatest(extract(epoch from now())::int, "updatedAt" + 1)`

const schema = `
  create table if not exists customers (id serial primary key, email text not null unique, name text not null, password text not null,
    banned boolean not null default false, "createdAt" int not null, "updatedAt" int not null);
  create table if not exists codes (id serial primary key, customer int not null references customers, uri text not null unique, name text not null,
    url text not null, status text not null default 'active', stopped boolean not null default false, scans int not null default 0,
    "createdAt" int not null, "updatedAt" int not null);
  create table if not exists settings (key text primary key, value text not null);
  create table if not exists events (id text primary key);
  create table if not exists unsent (resource text not null, id int not null, primary key (resource, id));`

/** @param directory null for an in-memory store */
export async function openStore(directory: string | null) {
  const db = new PGlite(directory ?? 'memory://')
  await db.exec(schema)
  const all = async <Row>(text: string, values: unknown[] = []) => (await db.query<Row>(text, values)).rows
  const one = async <Row>(text: string, values: unknown[] = []) => (await all<Row>(text, values))[0]
  return {
    all,
    one,
    close: () => db.close(),
    setting: async (key: string) => (await one<{ value: string }>('select value from settings where key = $1', [key]))?.value,
    set: (key: string, value: string) =>
      all('insert into settings values ($1, $2) on conflict (key) do update set value = excluded.value', [key, value]),
  }
}

export type Store = Awaited<ReturnType<typeof openStore>>
