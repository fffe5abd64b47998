/** Which of a page's keys a press means, if any. Pure: what the page looks like is passed in. */
export interface KeyBinding {
  /** As `KeyboardEvent.key` has it; letters in lower case. */
  key: string;
  /** Whether holding it down does it again. Where it places a stake, only if the player wants that. */
  repeats?: boolean;
}

export interface KeyPress {
  key: string;
  repeat: boolean;
  /** With Ctrl, Alt or Meta: the browser's or the system's. */
  isCombined: boolean;
  /** Into a field. */
  isTyping: boolean;
  /** A dialog or a menu is open above the page. */
  isCovered: boolean;
}

export function findBinding<Binding extends KeyBinding>(
  bindings: readonly Binding[],
  { key, repeat, isCombined, isTyping, isCovered }: KeyPress,
): Binding | undefined {
  if (isCombined || isTyping || isCovered) return undefined;
  const pressed = key.length === 1 ? key.toLowerCase() : key;
  const binding = bindings.find((each) => each.key === pressed);
  return binding !== undefined && (!repeat || binding.repeats === true) ? binding : undefined;
}
