/** `Content-Disposition` for a download, with names in any script (RFC 6266). */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7E]/g, '-')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
