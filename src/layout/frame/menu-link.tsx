import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { MenuEntry } from './menu.ts'

/** A link to a screen, marked while that or a screen below it is open. */
export const MenuLink = ({ entry: { href, isHere }, ...link }: { entry: MenuEntry } & ComponentProps<'a'>) => (
  <Link {...link} to={href} activeOptions={{ includeSearch: false, exact: !isHere }} activeProps={{ 'data-active': true }} />
)
