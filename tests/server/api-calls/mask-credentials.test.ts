import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCredentialName } from '../../../server/resources/api-calls/credential-names.ts'
import { type Exchange, maskCredentials } from '../../../server/resources/api-calls/mask-credentials.ts'
import { anyText } from '../../support/any-text.ts'
import { expectLinearTime } from '../../support/linear.ts'

const nothing: Exchange = { path: '/v1/qrs', query: '', requestHeaders: {}, requestBody: '', responseHeaders: {}, responseBody: '' }
const ofBody = (requestBody: string) => maskCredentials({ ...nothing, requestBody }).requestBody
const ofPath = (path: string) => maskCredentials({ ...nothing, path }).path
const ofQuery = (query: string) => maskCredentials({ ...nothing, query }).query

describe('credential names', () => {
  const longName = `${'x'.repeat(500)}_token`
  const credentials =
    'authorization Proxy-Authorization cookie Set-Cookie x-api-key X-Auth-Token apikey api_key apiKey key access_token accesstoken ' +
    'refreshToken token csrf X-XSRF-TOKEN client_secret clientSecret password newPassword user[password] passwd pwd pass PHPSESSID ' +
    'JSESSIONID session_id sid sig X-Signature api%5Fkey api%20key credentials jwt otp privateKey aws_secret_access_key'
  test.each([...credentials.split(' '), longName])('%s', (name) => expect(isCredentialName(name)).toBe(true))

  const others =
    'author authority keyword keywords monkey passenger compass design assigned page perPage from content-type user-agent x-request-id ' +
    'accept host name url scans cookbook % %E0%A4%A'
  test.each([...others.split(' '), ''])('%s is not a credential', (name) => expect(isCredentialName(name)).toBe(false))
})

describe('credential names in other languages', () => {
  const credentials =
    'contraseña contrasena CONTRASEÑA nuevaContraseña contrase%C3%B1a contrase%F1a contraseÃ±a contrasenya clave clave_acceso claveApi ' +
    'usuario[clave] mot_de_passe motDePasse motdepasse mdp clé cle_api passwort Passwörter kennwort geheimzahl Schlüssel schluessel senha ' +
    'novaSenha senha_atual chave palavra-passe parola chiave hasło haslo noweHaslo HASŁO klucz lösenord l%F6senord wachtwoord sleutel passord ' +
    'adgangskode nøgle salasana heslo jelszó lozinka şifre ŞİFRE mat_khau kata_sandi пароль ПАРОЛЬ κωδικός 密码 パスワード 비밀번호 ' +
    'recovery_code recoveryCodes recovery-code-1 recoverycode backup_codes verificationCode security_code access_code one_time_code 2fa_code ' +
    'smsCode code_verifier seed_phrase codigo_recuperacion código_de_verificación code_de_récupération codice_di_recupero ' +
    'Wiederherstellungscode pin card_pin'
  test.each(credentials.split(' '))('%s', (name) => expect(isCredentialName(name)).toBe(true))

  const others =
    'enclave autoclave conclave palabra_clave palabrasClave palavra-chave parola_chiave mot_cle mots_clés słowo_kluczowe resenha desenha ' +
    'hasLocation hasLogo contrast contrasting passenger passage paseo pine opinion pinned spin country_code countryCode status_code qr_code ' +
    'postalCode promo_code código codigo_postal code zip_code recovery_email backup_date verification_status contraste café niño straße слово ' +
    '名前 메뉴 firma nombre correo'
  test.each(others.split(' '))('%s is not a credential', (name) => expect(isCredentialName(name)).toBe(false))

  test.each(['contraseña', 'clave', 'mot_de_passe', 'passwort', 'senha', 'recovery_code', 'hasło', 'пароль', 'パスワード'])(
    '%s is masked in JSON, queries, forms, multipart, markup and text',
    (name) => {
      const part = `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
      const encodedName = encodeURIComponent(name)
      expect(ofBody(`{"${name}":"hunter2","n":1}`)).toBe(`{"${name}":"***","n":1}`)
      expect(ofBody(`{"name":"${name}","value":"hunter2"}`)).toBe(`{"name":"${name}","value":"***"}`)
      expect(ofBody(JSON.stringify({ body: JSON.stringify({ [name]: 'hunter2' }) }))).not.toContain('hunter2')
      expect(ofBody(`{"n":1,"${name}":"hunter2`)).not.toContain('hunter2')
      for (const written of [name, encodedName]) {
        expect(ofQuery(`page=1&${written}=hunter2`)).toBe(`page=1&${written}=***`)
        expect(ofBody(`page=1&${written}=hunter2`)).toBe(`page=1&${written}=***`)
        expect(ofBody(`${written}=hunter2`)).toBe(`${written}=***`)
        expect(ofBody(`It said ${written}=hunter2 and more`)).toBe(`It said ${written}=*** and more`)
      }
      expect(ofBody(`${part}hunter2\r\n--b--`)).toBe(`${part}***\n--b--`)
      expect(ofBody(`<a><${name}>hunter2</${name}></a>`)).toBe(`<a><${name}>***</${name}></a>`)
      expect(ofBody(`${name}: hunter2 x\nn: 1`)).toBe(`${name}: ***\nn: 1`)
      expect(maskCredentials({ ...nothing, requestHeaders: { [`x-${name}`]: 'hunter2' } }).requestHeaders).toEqual({ [`x-${name}`]: '***' })
    },
  )
})

describe('headers', () => {
  test('are masked by name or pattern in every value; others stay', () => {
    const requestHeaders = {
      Authorization: 'Bearer abc.def',
      COOKIE: ['a=1', 'b=2'],
      'x-api-key': 'abc',
      'x-empty-token': '',
      referer: 'https://app.example/reset?token=abc&page=2',
      'x-note': 'sent with Bearer 0123456789abcdef',
      'user-agent': 'curl/8.5.0',
    }
    const responseHeaders = { 'set-cookie': ['sid=1; Path=/'], location: 'https://user:hunter2@shop.example/x' }
    expect(maskCredentials({ ...nothing, requestHeaders, responseHeaders })).toEqual({
      ...nothing,
      requestHeaders: {
        Authorization: '***',
        COOKIE: ['***', '***'],
        'x-api-key': '***',
        'x-empty-token': '',
        referer: 'https://app.example/reset?token=***&page=2',
        'x-note': 'sent with Bearer ***',
        'user-agent': 'curl/8.5.0',
      },
      responseHeaders: { 'set-cookie': ['***'], location: 'https://***@shop.example/x' },
    })
  })
})

describe('paths', () => {
  const sha1 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'
  test.each([
    [`/reset/${sha1}`, '/reset/***'],
    [`/v1/files/${sha1}/meta`, '/v1/files/***/meta'],
    ['/invite/5f3c9a7e-1b2d-4c6f-8a90-123456789abc', '/invite/***'],
    ['/v1/tokens/abc123def456', '/v1/tokens/***'],
    ['/password-reset/Zm9vYmFyMTIzNDU2', '/password-reset/***'],
    ['/s/Zm9vYmFyMTIzNDU2Nzg5MGFiY2Rl', '/s/***'],
    ['/j/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl', '/j/***'],
    ['/app;jsessionid=ABC123/list', '/app;jsessionid=***/list'],
    ['/v1/qrs/41/scans', '/v1/qrs/41/scans'],
    ['/v1/qrs/5f3c9a7e-1b2d-4c6f-8a90-123456789abc', '/v1/qrs/5f3c9a7e-1b2d-4c6f-8a90-123456789abc'],
    ['/menus/our-summer-campaign-with-a-long-name-2026', '/menus/our-summer-campaign-with-a-long-name-2026'],
    ['/files/IMG_20260101_120000_HDR_edited.jpg', '/files/IMG_20260101_120000_HDR_edited.jpg'],
    ['/reset/password', '/reset/password'],
    ['/keys/41', '/keys/41'],
    ['', ''],
    ['//', '//'],
  ])('%s', (path, shown) => expect(ofPath(path)).toBe(shown))
})

describe('queries', () => {
  test.each([
    ['page=1&api_key=abc', 'page=1&api_key=***'],
    ['api%5Fkey=a%26b&x=1', 'api%5Fkey=***&x=1'],
    ['?token=abc', '?token=***'],
    ['user[password]=a&user[name]=b', 'user[password]=***&user[name]=b'],
    ['next=https%3A%2F%2Fx.example&sig=abc', 'next=https%3A%2F%2Fx.example&sig=***'],
    ['token=', 'token='],
    ['token', 'token'],
    ['a=1;session=2', 'a=1;session=***'],
    ['keyword=menu&author=ana', 'keyword=menu&author=ana'],
    ['callback=sk_live_0123456789abcdef', 'callback=***'],
  ])('%s', (query, shown) => expect(ofQuery(query)).toBe(shown))
})

describe('bodies', () => {
  test.each([
    ['JSON', '{"name":"Menu","apiKey":"abc","n":1}', '{"name":"Menu","apiKey":"***","n":1}'],
    ['JSON with space', '{ "password" :\n "a\\"b" , "x": 1 }', '{ "password" :\n "***" , "x": 1 }'],
    ['a secret that is an object', '{"auth":{"user":"a","b":["}"]},"x":[1]}', '{"auth":"***","x":[1]}'],
    ['a secret that is a list', '{"tokens":["a","b"],"x":1}', '{"tokens":"***","x":1}'],
    ['a secret that is a number', '{"pin":1234}', '{"pin":"***"}'],
    ['secrets that are empty', '{"token":null,"password":""}', '{"token":null,"password":""}'],
    ['numbers keep their digits', '{"id":9007199254740993,"x":1.50}', '{"id":9007199254740993,"x":1.50}'],
    ['a name that is escaped', '{"pass\\u0077ord":"a"}', '{"pass\\u0077ord":"***"}'],
    ['JSON in a string', '{"body":"{\\"token\\":\\"a\\",\\"n\\":1}"}', '{"body":"{\\"token\\":\\"***\\",\\"n\\":1}"}'],
    ['an address in a string', '{"url":"https://x.example/?token=a&p=1"}', '{"url":"https://x.example/?token=***&p=1"}'],
    ['a key by its look', '{"note":"use sk_live_0123456789abcdef"}', '{"note":"use ***"}'],
    ['JSON that breaks off', '{"a":1,"secret":"abc', '{"a":1,"secret":"***"'],
    ['lines of JSON', '{"token":"a"}\n{"token":"b"}', '{"token":"***"}\n{"token":"***"}'],
    ['a form', 'name=Menu&password=a+b&x=1', 'name=Menu&password=***&x=1'],
    ['text', 'password="hunter 2" and more', 'password=*** and more'],
    ['markup', '<a><password>x</password><name>y</name></a>', '<a><password>***</password><name>y</name></a>'],
    [
      'a form in parts',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter\r\n2\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n***\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--',
    ],
    [
      'a private key',
      '{"pem":"-----BEGIN RSA PRIVATE KEY-----\\nMIIEow\\nabc=\\n-----END RSA PRIVATE KEY-----"}',
      '{"pem":"-----BEGIN RSA PRIVATE KEY-----***-----END RSA PRIVATE KEY-----"}',
    ],
    ['nothing', '', ''],
    ['an error page', '<html><h1>502 Bad Gateway</h1></html>', '<html><h1>502 Bad Gateway</h1></html>'],
  ])('%s', (_what, body, shown) => expect(ofBody(body)).toBe(shown))
})

const secret = fc.stringMatching(/^[a-z]{4}[A-Z\d]{12}$/)
const names = fc.constantFrom('password', 'apiKey', 'access_token', 'client-secret', 'X-Api-Key', 'sessionId')

test('masks only the secrets in JSON of any shape [R50 masked whole]', () => {
  fc.assert(
    fc.property(fc.jsonValue(), names, secret, (value, name, hidden) => {
      const shown: unknown = JSON.parse(ofBody(JSON.stringify({ rest: [value, 1], inner: { [name]: hidden } })))
      expect(JSON.stringify(shown)).not.toContain(hidden)
      expect(shown).toMatchObject({ inner: { [name]: '***' } })
    }),
  )
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[bcdfg]{1,6}$/), fc.oneof(fc.integer(), fc.boolean(), fc.stringMatching(/^[a-z ]*$/))),
      (value) => {
        const body = JSON.stringify(value, null, 1)
        expect(ofBody(body)).toBe(body)
      },
    ),
  )
})

test('masking is idempotent for any text [R50 masked whole]', () => {
  const text = fc.oneof(
    anyText(),
    fc
      .array(
        fc.constantFrom(
          '"',
          '\\',
          ':',
          '{',
          '}',
          '[',
          ']',
          ',',
          '=',
          '&',
          'token',
          'Bearer ',
          'abcdef12',
          ' ',
          '\n',
          '--',
          '<',
          '>',
          '***',
        ),
      )
      .map((parts) => parts.join('')),
    fc.json(),
  )
  fc.assert(
    fc.property(text, (given) => {
      const once = maskCredentials({
        path: given,
        query: given,
        requestHeaders: { a: given },
        requestBody: given,
        responseHeaders: {},
        responseBody: '',
      })
      expect(maskCredentials(once)).toEqual(once)
    }),
    { numRuns: 500, examples: [['token="["Bearer '], ["token=''abc"], ['token="a"b\'c']] },
  )
})

test.each([
  '"',
  '\\',
  '"\\',
  '{"a":',
  '{"key":{',
  'a',
  'a=',
  'a-',
  'eyJ',
  'eyJaaaaaaaa-',
  'Bearer ',
  '://a:',
  '<a',
  '<key>',
  '--',
  '=',
  '%',
  '-----BEGIN ',
  ' ',
])('masks a megabyte of %j in linear time [R50 masked whole]', (part) => {
  expectLinearTime((characters) => {
    const ofLength = (length: number) => part.repeat(length / part.length)
    // Servers only accept addresses far shorter than this one.
    const address = ofLength(characters / 10)
    maskCredentials({ ...nothing, path: address, query: address, requestBody: ofLength(characters) })
  }, 250_000)
})
