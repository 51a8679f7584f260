import { complaint } from "../complaint";
import { refusal } from "../game_store";

/** Why a hand is not scored, or a step in a game was refused: in a hand beside its buttons. */
export function Refusals() {
  const found = [complaint.value, refusal.value].filter((one) => one !== null);
  return (
    <>
      {found.map((one) => (
        <p role="alert" class="alert" key={one}>
          {one}
        </p>
      ))}
    </>
  );
}
