import type { FastifyRequest } from 'fastify'
import type { SignedIn } from './session.ts'

const people = new WeakMap<FastifyRequest, SignedIn>()

/** Remembers who makes a request, for what is noted after its reply. */
export const noteWho = (request: FastifyRequest, person: SignedIn): unknown => people.set(request, person)

/** The signed-in person who made a request; undefined for programs and before signing in. */
export const whoMade = (request: FastifyRequest): SignedIn | undefined => people.get(request)
