/** What is asked of Python about a hand. */

import type { Draft } from "./draft";
import { statedFacts } from "./hand_facts";
import type { KeptRelations } from "./relation_net";
import { relationsOf } from "./relations";

/** A request of a hand (`handreader.web.browser_worker`). */
interface HandRequest {
  readonly relations?: KeptRelations | null;
  readonly [field: string]: unknown;
}

/** Return the request that scores a hand, or, with another `do` in `more`, asks something else of it;
 * of a photo, with what the relation net says of its tiles. */
export async function handRequest(asked: Draft, more: object = {}): Promise<HandRequest> {
  const { recognition, typed, rules, answers, photo, marked } = asked;
  const facts = statedFacts.value;
  if (typed !== null) return { do: "evaluate_text", text: typed, rules, facts, ...more };
  const name = photo instanceof File ? photo.name.slice(0, 100) : "photo";
  const { only, handFrom } = marked ?? { only: null, handFrom: null };
  const place = { only, hand_from: handFrom };
  const request = { do: "evaluate", photo: name, ...recognition, ...place, rules, answers, facts };
  return { ...request, relations: await relationsOf(asked, request), ...more };
}
