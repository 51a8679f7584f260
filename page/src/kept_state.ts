/** State of a form that survives a reload, an update and a tab that the camera pushed out. */

import { useState } from "preact/hooks";

const PREFIX = "handreader.form.";

/** Return a form's state and what changes it; kept under its name until it is forgotten. */
export function useKeptState<T>(name: string | null, initial: T): [T, (next: T) => void] {
  const [state, setState] = useState<T>(() => (name === null ? initial : (load(name) ?? initial)));
  const change = (next: T) => {
    if (name !== null) save(name, next);
    setState(() => next);
  };
  return [state, change];
}

/** Forget what a form was given: it is done, or was cancelled. */
export function forgetState(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // private mode: nothing was kept
  }
}

function load<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null; // private mode
  }
}

function save(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // private mode, or no room: it lasts until the page is closed
  }
}
