import { createSocket, type RemoteInfo } from 'node:dgram'

/** DNS answers by name. `silent` never answers. `code` is a server error: 2 is SERVFAIL, 5 is REFUSED. */
export type Zone = Record<string, { cname?: string[]; txt?: string[][]; code?: number; silent?: true }>

export interface DnsServer {
  /** As written in a setting: `127.0.0.1:41234`. */
  address: string
  /** Queries received, such as 'CNAME qr.example.com'. */
  questions: string[]
  close(): Promise<void>
}

const types = { cname: 5, txt: 16 } as const
const notFound = 3

/** A loopback name server for one zone. It handles single questions over UDP and two record types. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, from: RemoteInfo) => {
    const { name, type, end } = readQuestion(query)
    const word = type === types.cname ? 'CNAME' : type === types.txt ? 'TXT' : String(type)
    questions.push(`${word} ${name}`)
    const entry = zone[name]
    if (entry?.silent) return
    const data = type === types.cname ? (entry?.cname ?? []).map(encodeName) : (entry?.txt ?? []).map(encodeTexts)
    const code = entry === undefined ? notFound : (entry.code ?? 0)
    socket.send(encodeReply(query.subarray(0, end), type, code, code === 0 ? data : []), from.port, from.address)
  })
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  return {
    address: `127.0.0.1:${port}`,
    questions,
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  }
}

const headerLength = 12

/** A query's single question and the offset where it ends. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = headerLength
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** @param question the query's header and question */
function encodeReply(question: Buffer, type: number, code: number, data: readonly Buffer[]): Buffer {
  const head = Buffer.from(question)
  // A response, with recursion available.
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  const answers = data.map((each) => {
    const record = Buffer.alloc(12)
    // A pointer to the question's name.
    record.writeUInt16BE(0xc000 | headerLength, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(60, 6)
    record.writeUInt16BE(each.length, 10)
    return Buffer.concat([record, each])
  })
  return Buffer.concat([head, ...answers])
}

const encodeName = (name: string) => Buffer.concat([...name.split('.').map(encodeText), Buffer.from([0])])
const encodeTexts = (chunks: readonly string[]) => Buffer.concat(chunks.map(encodeText))
const encodeText = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'ascii')])
