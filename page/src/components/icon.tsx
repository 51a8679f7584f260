/** Drawings of 24 units for buttons that have words beside them. */
const PATHS = {
  hand: "M4 6h5v12H4zM9.5 6h5v12h-5zM17 4.5l4.6 1.7-3.8 11.3-4.6-1.7z",
  game: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 8.5h7v7h-7z",
  rules: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9 8h6",
  camera: "M3 8h4l2-3h6l2 3h4v11H3zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  phone: "M7 3h10v18H7zM11 18h2",
  photo: "M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M15.5 8.5h.01",
  tap: "M4 4h6v7H4zM14 4h6v7h-6zM4 14h6v6H4zM17 13v8M13 17h8",
  type: "M3 6h18v12H3zM7 10h.01M12 10h.01M17 10h.01M8 14h8",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
