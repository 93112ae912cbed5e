/**
 * Records in every demo, whatever its size, named by README, tests and
 * screenshots. Ids and e-mails never change; times count back from the fill.
 */
export const knownCustomers = {
  /**
   * Active, card 4242, some 200 QRs of every type, payments, refunds,
   * note, referrals, folders, domains, invitations, API calls …
   */
  ana: { id: 1, email: 'ana.ruiz@cafesol.example.com' },
  trialing: { id: 2, email: 'lukas.weber@hafenkontor.example.com' },
  pastDue: { id: 3, email: 'olivia.hughes@greenfern.example.com' },
  canceledByUnpaid: { id: 4, email: 'camille.moreau@atelierlune.example.com' },
  canceledByUser: { id: 5, email: 'giulia.conti@vinoteca.example.com' },
  /** The dispute is on the customer. */
  canceledByDispute: { id: 6, email: 'tiago.santos@mareviva.example.com' },
  /** The dispute is only on the last payment (ruling 32). */
  canceledByPaymentDispute: { id: 7, email: 'jordan.miller@quickprint.example.com' },
  canceledByEarlyFraud: { id: 8, email: 'sanne.bakker@tulpenhof.example.com' },
  /** The warning is only on the last payment. */
  canceledByPaymentEarlyFraud: { id: 9, email: 'piotr.nowak@bursztyn.example.com' },
  /** `willCancel`: shown as canceled; can be resumed or canceled immediately. */
  willCancel: { id: 10, email: 'johanna.gruber@almhuette.example.com' },
  /** `cancelAtPeriodEnd`: shown as active_canceled. */
  activeCanceled: { id: 11, email: 'lotte.peeters@chocolaterie.example.com' },
  /** Active, but the bank requires the customer's confirmation. */
  requiresAction: { id: 12, email: 'elin.lindqvist@fjallkaffe.example.com' },
  rawRequiresAction: { id: 13, email: 'mads.jensen@havneby.example.com' },
  incomplete: { id: 14, email: 'tereza.novakova@pivovarna.example.com' },
  incompleteExpired: { id: 15, email: 'andrei.popescu@carpati.example.com' },
  canceledByStaff: { id: 16, email: 'zsofia.nagy@kavehaz.example.com' },
  trialEnded: { id: 17, email: 'nikos.papadopoulos@thalassa.example.com' },
  softDeleted: { id: 18, email: 'ivan.petrov@rosovadolina.example.com' },
  inactive: { id: 19, email: 'ivana.horvat@adriatica.example.com' },
  /** Without plan or country. */
  noPlan: { id: 20, email: 'someone@example.org' },
  /** A banned account with an active subscription. */
  banned: { id: 21, email: 'jonas.kazlauskas@spamhaus.example.com' },
  statusBanned: { id: 22, email: 'liga.berzina@example.net' },
  deleted: { id: 23, email: 'kristjan.tamm@example.com' },
  /** Deleted outranks banned. */
  deletedAndBanned: { id: 24, email: 'marc.weber@luxpromo.example.com' },
  firstPaymentPending: { id: 25, email: 'aoife.murphy@cloverbooks.example.com' },
  onlyTrial: { id: 26, email: 'aino.virtanen@saunaseura.example.com' },
  waitingBankTransfer: { id: 27, email: 'eleni.georgiou@aphrodite.example.com' },
  /** Pays by SEPA debit. */
  sepa: { id: 28, email: 'markus.schulz@werkzeug-schulz.example.com' },
  /** Pays in a zero-decimal currency. */
  jpy: { id: 29, email: 'sakura.tanaka@matcha-do.example.com' },
  /** Has a payment in a three-decimal currency. */
  kwd: { id: 30, email: 'layla.alsabah@souq-kw.example.com' },
  clp: { id: 31, email: 'benjamin.rojas@andesbikes.example.com' },
  /** All QRs archived. */
  archived: { id: 32, email: 'maria.borg@vallettatours.example.com' },
  whitelisted: { id: 33, email: 'luka.kovac@medoprodukt.example.com' },
  /** Markup, formulas and SQL in all texts. */
  hostile: { id: 34, email: 'hostile@evil.example.com' },
  /** Unbreakable names, emoji, right-to-left text. */
  unbroken: { id: 35, email: 'unbroken@very-long-names.example.com' },
  /** Everything optional is empty. */
  empty: { id: 36, email: 'empty@example.com' },
  /** Active with an open dispute: refunds are refused. */
  disputed: { id: 37, email: 'harper.evans@cityflyers.example.com' },
  expiredCard: { id: 38, email: 'noah.tremblay@boulangerie-nord.example.com' },
  /** Billing country `el`, customer country `gr`: one country (ruling 40). */
  greekBilling: { id: 39, email: 'sofia.dimitriou@elaiolado.example.com' },
  /** Payments of every status, invoice status, method and dispute. */
  everyPayment: { id: 40, email: 'mei.lin@jasmine-trading.example.com' },
} as const

/** Customers with stories have ids up to this; random ones follow. */
export const lastKnownId = 40

/** The first QR of Ana Ruiz – Café Sol. `index` is its position among her QRs. */
export const knownQr = { id: 3, index: 2, type: 'menu', uri: 'cafe-sol-menu', name: 'Carta Café Sol' } as const

/** The first invoice and payment of Ana Ruiz – Café Sol. */
export const knownInvoice = { id: 1 } as const
export const knownPayment = { id: 1, ref: 'QD-0000001' } as const
