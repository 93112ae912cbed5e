const day = 86_400

/** Records of customers, and the standalone lists. */
export function records(now: number) {
  return {
    billing: new Map([[101, billingOf('es', 'Café Sol')]]),
    payments: payments(now),
    coupons: [
      { name: 'Welcome', percent_off: 20 },
      { name: 'Half price', percent_off: 50 },
    ],
    qrs: qrs(now),
    media: new Map([
      [
        502,
        new Map([
          ['cover', { type: 'image', url: 'https://files.example.com/cover.png', src: 'cover.png' }],
          ['menu', { type: 'other', url: 'https://files.example.com/menu.pdf', src: 'menu.pdf' }],
        ]),
      ],
    ]),
    folders: [
      { id: 71, name: 'Summer', createdAt: now - 30 * day, user: 101 },
      { id: 72, name: 'Winter', createdAt: now - 3 * day, user: 101 },
    ],
    uriHistory: [
      {
        uri: 'sol-old',
        qrUri: 'https://qr.example.com/sol-menu',
        updatedAt: now - 4 * day,
        email: 'ana.ruiz@example.com',
        qrId: 502,
        userId: 101,
      },
    ],
    infected: [{ id: 503, uri: 'sol-prize', vendors: 'Example AV', user: 101 }],
    archived: [{ id: 590, email: 'iris.jansen@example.com', uri: 'old-tulips', userId: 109 }],
    invoices: [
      { id: 801, createdAt: now - 62 * day, link: 'file-801', customer: 101 },
      { id: 802, createdAt: now - 31 * day, link: 'file-802', customer: 101 },
      { id: 803, createdAt: now - 60, link: 'file-803', customer: 102 },
    ],
    feedback: [
      { note: 'Too many emails. '.repeat(12).trim(), reasonType: 'other', createdAt: now - 9 * day, user: 102 },
      { note: 'It was what I needed.', reasonType: 'noLongerNeeded', createdAt: now - 8 * day, user: 104 },
    ],
    domains: [
      { id: 61, hostname: 'qr.example.com', status: 'active', certificate: 'issued', createdAt: now - 90 * day, main: true, user: 101 },
      { id: 62, hostname: 'go.example.com', status: 'pending', certificate: 'pending', createdAt: now - 2 * day, main: false, user: 101 },
      {
        id: 63,
        hostname: 'costa.example.org',
        status: 'blocked',
        certificate: 'expired',
        createdAt: now - 50 * day,
        main: true,
        user: 102,
      },
    ],
    invitations: [
      {
        of: 101,
        row: { id: 41, email: 'pilar@example.com', role: 1, createdAt: now - 15 * day, lastLogin: now - day, registrationComplete: 1 },
      },
      { of: 101, row: { id: 42, email: 'oscar@example.com', role: 3, createdAt: now - 2 * day, lastLogin: null, registrationComplete: 0 } },
    ],
    events: [
      { id: 31, event: 'login', user: 101, ip: '192.0.2.17', date: now - 3600 },
      { id: 32, event: 'qr_created', user: 101, ip: '192.0.2.17', date: now - 7200 },
    ],
    emails: [
      { of: 101, row: { event: 'delivered', subject: 'Your invoice', tag: 'invoice', email: 'ana.ruiz@example.com', date: now - 2 * day } },
      { of: 101, row: { event: 'opened', subject: 'Your invoice', tag: 'invoice', email: 'ana.ruiz@example.com', date: now - day } },
    ],
    apiCalls: apiCalls(now),
    blacklisted: [
      { id: 21, domain: 'phishing.example.net', createdAt: now - 12 * day },
      { id: 22, domain: '*.scam.example.net', createdAt: now - 11 * day },
    ],
    whitelisted: [{ id: 25, domain: 'partner.example.org', createdAt: now - 10 * day }],
    webrisk: [
      {
        id: 11,
        url: 'https://prize.example.net/win',
        type: 'url',
        visits: 0,
        score: 7,
        status: 2,
        email: 'ana.ruiz@example.com',
        whoisDate: now - 400 * day,
        createdAt: now - day,
        qr: 503,
        user: 101,
      },
      {
        id: 12,
        url: 'https://menu.example.org/',
        type: 'menu',
        visits: null,
        score: 3,
        status: 1,
        email: 'bruno.costa@example.com',
        whoisDate: null,
        createdAt: now - 2 * day,
        qr: 504,
        user: 102,
      },
    ],
    tracker: [
      {
        qr: 503,
        reason: 'phishing',
        url: 'https://prize.example.net/win',
        userBanned: false,
        unsafeDomains: ['prize.example.net'],
        createdAt: now - day,
        user: 101,
      },
      {
        qr: 504,
        reason: 'malware',
        url: 'https://menu.example.org/',
        userBanned: true,
        unsafeDomains: 'menu.example.org',
        createdAt: now - 2 * day,
        user: 102,
      },
    ],
    abuse: [
      {
        id: 15,
        url: 'https://qr.example.com/sol-prize',
        email: 'reporter@example.com',
        reason: 'It asks for card data. '.repeat(9).trim(),
        status: 0,
        createdAt: now - day,
      },
      { id: 16, url: 'https://elsewhere.example.org/', email: 'other@example.com', reason: 'Spam.', status: 1, createdAt: now - 2 * day },
    ],
  }
}

function billingOf(country: string, companyName: string) {
  return {
    country,
    accountType: 'company',
    companyName,
    vatNumber: null,
    taxId: 'B12345674',
    firstname: 'Ana',
    lastname: 'Ruiz',
    street: 'Calle Mayor 1',
    zip: '28001',
    city: 'Madrid',
    email: 'ana.ruiz@example.com',
    locked: false,
  }
}

function payments(now: number) {
  const payment = (id: number, userId: number, email: string, country: string, own: object = {}) => ({
    id,
    userId,
    email,
    country,
    currency: 'eur',
    amount: 2400,
    finalAmount: 2400,
    amountRefunded: 0,
    finalAmountRefunded: 0,
    refundCurrency: null as string | null,
    stripePaymentIntentStatus: 'succeeded',
    stripeInvoiceStatus: 'paid',
    stripeDisputeStatus: null as string | null,
    paymentMethodBrand: 'visa',
    createdAt: now - (1000 - id) * 3600,
    confirmedAt: (now - (1000 - id) * 3600 + 30) as number | null,
    status: 'succeeded',
    ref: `order-${id}`,
    ip: '192.0.2.17',
    ...own,
  })
  const ana = [101, 'ana.ruiz@example.com', 'es'] as const
  return [
    payment(901, ...ana),
    payment(902, ...ana),
    payment(903, ...ana, {
      stripePaymentIntentStatus: 'requires_payment_method',
      stripeInvoiceStatus: 'open',
      status: 'requires_payment_method',
      confirmedAt: null,
    }),
    payment(904, 102, 'bruno.costa@example.com', 'pt', { amountRefunded: 2400, finalAmountRefunded: 2400, refundCurrency: 'eur' }),
    payment(905, 104, 'david.novak@example.com', 'cz', { stripeDisputeStatus: 'needs_response' }),
    payment(906, 112, 'liam.ward@example.com', 'us', { currency: 'jpy', amount: 3900, finalAmount: 2310 }),
  ]
}

function qrs(now: number) {
  const qr = (id: number, user: number, name: string, type: string, uri: string, own: object = {}) => ({
    id,
    name,
    type,
    createdAt: now - (600 - id) * day,
    updatedAt: now - (600 - id) * 3600,
    scans: id % 7,
    visits: id % 5,
    virus: false,
    status: 1,
    stopped: 0,
    uri,
    user,
    whitelisted: false,
    content: { url: 'https://www.example.com/' as string | null },
    qrUri: `https://qr.example.com/${uri}`,
    ...own,
  })
  return [
    qr(501, 101, 'Window', 'url', 'sol-window'),
    qr(502, 101, 'Menu', 'menu', 'sol-menu', { content: { url: null } }),
    qr(503, 101, 'Prize', 'url', 'sol-prize', { status: 2, virus: true, content: { url: 'https://prize.example.net/win' } }),
    qr(504, 102, 'Poster', 'url', 'costa-poster', { stopped: 1 }),
    qr(505, 108, 'Greeting', 'text', 'berg-hello', { content: { url: null } }),
  ]
}

function apiCalls(now: number) {
  const headers = { 'content-type': 'application/json' }
  return [
    {
      id: 9001,
      owner: 101,
      method: 'GET',
      path: '/v1/qrs',
      query: 'page=2',
      status: 200,
      statusCode: 200,
      createdAt: now - 500,
      requestHeaders: headers,
      requestBody: '',
      responseTime: 41,
      responseHeaders: headers,
      responseBody: '{"rows":[]}',
    },
    {
      id: 9002,
      owner: 102,
      method: 'POST',
      path: '/v1/qrs',
      query: '',
      status: 422,
      statusCode: 422,
      createdAt: now - 400,
      requestHeaders: headers,
      requestBody: { name: 'Poster' },
      responseTime: 12,
      responseHeaders: headers,
      responseBody: { message: 'uri is taken' },
    },
  ]
}
