/** `Content-Disposition` of a reply that is saved as a file, for names of any script (RFC 6266). */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7E]/g, '-')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
