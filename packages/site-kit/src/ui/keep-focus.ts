/**
 * A browser takes the focus from a control that is disabled, and a player on a keyboard would have to find the way
 * back. The control gets it again once it is enabled, unless the focus has moved on.
 */
export function keepFocus(): () => void {
  let waiting: HTMLElement | null = null;
  const moveOn = () => void (waiting = null);
  document.addEventListener('focusin', moveOn);
  const observer = new MutationObserver(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.matches(':disabled')) waiting = focused;
    else if (waiting?.matches(':enabled') && focused === document.body)
      waiting.focus({ preventScroll: true });
  });
  observer.observe(document, { subtree: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', moveOn);
  };
}
