import { useEffect } from 'react'
import { useProductName } from './session.ts'

/** Sets the document title: '{page} | {product} CRM'. */
export function useDocumentTitle(page: string) {
  const product = useProductName()
  useEffect(() => {
    document.title = `${page} | ${product} CRM`
  }, [page, product])
}
