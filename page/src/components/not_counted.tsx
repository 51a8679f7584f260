import type { Score } from "../answers";
import { text } from "../texts";

/** The patterns that the hand shows and that do not count, each with the reason. */
export function NotCounted({ dropped }: { dropped: Score["dropped"] }) {
  if (dropped.length === 0) return null;
  return (
    <details>
      <summary>{text("not_counted")}</summary>
      <ul>
        {dropped.map((item) => (
          <li key={`${item.id} ${item.why}`}>
            {item.name}, {item.points}: {item.why}
          </li>
        ))}
      </ul>
    </details>
  );
}
