import { spot } from "../address";
import { gameSpot, handSpot, RULES } from "../places";
import { text } from "../texts";
import { chooseView, view } from "../watch_store";
import { Icon } from "./icon";
import { PlaceLink } from "./place_link";
import "./places_bar.css";

/** The three places, for a thumb. */
export function PlacesBar() {
  const places = [
    { name: "hand", to: handSpot.value },
    { name: "game", to: gameSpot.value },
    { name: "rules", to: RULES },
  ] as const;
  return (
    <nav class="places" aria-label={text("places")}>
      {places.map(({ name, to }) => {
        const isCurrent = view.value === "hand" && spot.value.place === name;
        return (
          <PlaceLink
            key={name}
            to={to}
            class={name}
            isCurrent={isCurrent}
            onFollow={() => chooseView("hand")}
          >
            <Icon name={name} />
            <span>{text(`place_${name}`)}</span>
          </PlaceLink>
        );
      })}
    </nav>
  );
}
