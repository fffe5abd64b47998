/** A visitor with a keyboard who does not see the page, but hears it. */
export interface Listener {
  /** Opens a page by its address. */
  open(path: string): Promise<void>;
  /** Presses Tab until the focus is on a control that can be pressed and whose name begins so. */
  goTo(name: string): Promise<void>;
  /** Presses keys one after the other, by their X names, such as `space`, `Return`, `c` or `Escape`. */
  key(...names: readonly string[]): Promise<void>;
  /** Waits until something like this is said; false if that takes too long. */
  hears(pattern: RegExp, withinMs?: number): Promise<boolean>;
  /**
   * Acts, waits until the page shows such a text, and notes what is said of it, how late and how often. False, with
   * nothing noted, if the page does not show it in time.
   */
  outcome(step: string, shown: RegExp, act: () => Promise<unknown>, withinMs?: number): Promise<boolean>;
}
