/**
 * Page translation puts elements in the place of texts. React still holds the texts: it throws when it removes one or inserts something
 * before it, and rewrites one that nobody sees any more. It only does so with texts that stand beside something else: an element's
 * only text it sets as the element's content.
 */
const touched: string[] = []

/** What React did to texts since the last call, which would have failed in a translated page. */
export const takeTouchedTexts = () => touched.splice(0)

function note(what: string, node: Node): void {
  const [, , , caller = ''] = new Error().stack?.split('\n') ?? []
  const parent = node.parentElement
  if (!(node instanceof Text) || !caller.includes('react-dom') || caller.includes('setTextContent') || parent?.closest('[translate=no]'))
    return
  touched.push(`${what} ‘${node.data}’ in ${parent?.outerHTML.slice(0, 300)}`)
}

const { removeChild, insertBefore } = Node.prototype
Object.assign(Node.prototype, {
  removeChild(this: Node, child: Node) {
    note('removed', child)
    return removeChild.call(this, child)
  },
  insertBefore(this: Node, node: Node, before: Node | null) {
    if (before) note('inserted before', before)
    return insertBefore.call(this, node, before)
  },
})

const nodeValue = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'nodeValue')
if (!nodeValue) throw new Error('The window’s texts have no nodeValue of their own.')
Object.defineProperty(CharacterData.prototype, 'nodeValue', {
  ...nodeValue,
  set(this: Text, value: string) {
    note('rewrote', this)
    nodeValue.set?.call(this, value)
  },
})
