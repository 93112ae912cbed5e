import { isIPv6 } from 'node:net'

/** One key per household: an IPv4 address, or the /64 network of an IPv6 address, where addresses are free. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail = ''] = ip.split('%', 1).join('').split('::')
  const [left, right] = [groupsOf(head), groupsOf(tail)]
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}
