import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { CommandContext } from '../../commands/engine/context.ts'
import { canBeLinked } from '../../commands/engine/linkable.ts'
import type { CurrentUser } from '../../contract/auth.ts'
import { copyText } from '../kit/copy-text.ts'
import { canFullscreen, isFullscreen, toggleFullscreen } from '../kit/fullscreen.ts'
import { say, sayNotLoaded } from '../kit/notice.ts'
import { toastSuccess } from '../kit/toasts.tsx'
import { isDark, toggleColourMode } from '../session/colour-mode.tsx'
import { hasLetterKeys, toggleLetterKeys } from '../session/letter-keys.ts'
import { signOut } from '../session/session.ts'
import { openBulk } from './bulk-state.ts'
import { consoleDialog } from './console-dialog.ts'
import { openPageMenu } from './menu-state.ts'
import { listsOnScreen, pageRecordsOnScreen, targetsOnScreen, walksOnScreen } from './on-screen.ts'
import { openPalette } from './palette-state.ts'
import { forecast, onDemand } from './policy-state.ts'
import { questions } from './questions.ts'
import { forgetCustomer, forgetRecent } from './recent.ts'
import { undoLast } from './undo-change.ts'

/** A page's search input, focused by `/`. */
const pageSearch = '[data-page-search]'
/** The page menu's button; `.` opens the menu there. */
export const pageMenuButton = '[data-page-menu]'

/** What commands see of the console right now. */
export function commandContext(
  user: CurrentUser,
  queryClient: QueryClient,
  router: AnyRouter,
  goOn: CommandContext['ui']['goOn'],
): CommandContext {
  return {
    user,
    queryClient,
    forecast: forecast.get(),
    onDemand: onDemand.get(),
    navigate: (href) => void router.navigate({ href }),
    openInNewTab: (href) => void window.open(href, '_blank', 'noopener,noreferrer'),
    openTab,
    copy: copyText,
    // Without the hash: that is a command link, opened and then removed.
    location: `${router.state.location.pathname}${router.state.location.searchStr}`,
    origin: window.location.origin,
    ui: {
      openPalette,
      openDialog: consoleDialog.set,
      toggleLetterKeys,
      undoLast: () => undoLast(queryClient),
      say,
      focusSearch,
      openActions,
      goUp: () => document.querySelector<HTMLElement>('[aria-label=Breadcrumb] a')?.click(),
      toggleColourMode,
      isDark,
      isFullscreen,
      hasLetterKeys,
      toggleFullscreen: canFullscreen() ? toggleFullscreen : null,
      signOut: async () => {
        forgetRecent(user.id)
        await signOut()
      },
      forgetCustomer: (id) => forgetCustomer(user.id, id),
      openBulk,
      goOn,
      copyCommandLink: copyCommandLink(router),
    },
    list: listsOnScreen.all()[0] ?? null,
    walk: walksOnScreen.all()[0] ?? null,
    targets: targetsOnScreen.all(),
    pageRecord: pageRecordsOnScreen.all()[0] ?? null,
  }
}

/** An empty tab without an opener. If the browser blocks it, a toast offers the address instead. */
function openTab() {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    go: (url: string) => {
      // Only follow web addresses from the server.
      if (!/^https?:\/\//i.test(url)) throw new Error('The address to open is not a web address.')
      if (tab) tab.location.replace(url)
      else
        toastSuccess(`The browser did not open a new tab for ${url}`, {
          action: { label: 'Open', onClick: () => void window.open(url, '_blank', 'noopener,noreferrer') },
        })
    },
    close: () => tab?.close(),
  }
}

/** Copies a link to the current question; null if none is open or it can't be linked. */
function copyCommandLink(router: AnyRouter): (() => void) | null {
  const question = questions.get().at(-1)
  if (!question || !canBeLinked(question.command)) return null
  const { pathname, searchStr } = router.state.location
  return () =>
    void import('../../commands/engine/command-link.ts').then(({ linkTo }) => {
      const href = linkTo(question.command, question.target, question.typed, `${pathname}${searchStr}`)
      return copyText(`${window.location.origin}${href}`, 'link')
    }, sayNotLoaded)
}

function focusSearch() {
  const input = [...document.querySelectorAll<HTMLInputElement>(pageSearch)].find((each) => each.getClientRects().length > 0)
  if (!input) return openPalette()
  input.focus()
  input.select()
}

function openActions() {
  const target = targetsOnScreen.all()[0]
  // A side panel's stands behind that of the page.
  const button = [...document.querySelectorAll<HTMLElement>(pageMenuButton)].at(-1)
  if (target && button) openPageMenu(target, button)
  // A record without a page menu has its actions in the palette.
  else openPalette()
}
