/** A page of a browser, whichever program drives it. */
export interface Size {
  width: number;
  height: number;
}

export interface EnginePage {
  open(url: string): Promise<void>;
  /** Runs a function in the page. It can use nothing from outside itself but its arguments, which are sent as JSON. */
  run<Args extends readonly unknown[], Value>(
    script: (...args: Args) => Value,
    ...args: Args
  ): Promise<Awaited<Value>>;
  /** Presses the pointer's main button, in CSS pixels from the viewport's corner. */
  pressAt(x: number, y: number): Promise<void>;
  /** A PNG of the viewport, one pixel for each CSS pixel. */
  screenshot(): Promise<Uint8Array>;
  /** What the page has reported as an error on its console so far. */
  errors(): readonly string[];
  close(): Promise<void>;
}
