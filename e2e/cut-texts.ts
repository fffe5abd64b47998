/** Runs in the page, in any engine: the texts whose line does not fit into what clips it. */
export function findCutTexts(): string[] {
  const cut: string[] = [];
  // The page behind a dialog is inert.
  const root = document.querySelector('dialog[open]') ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim() ?? '';
    const around = node.parentElement;
    if (words === '' || around === null || around.closest('.sr-only, svg, script, [aria-hidden]')) continue;
    // Folded away.
    if (around.closest('details:not([open]) > :not(summary)')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0 || text.height === 0) continue;
    // For screen readers alone.
    if (around.clientWidth <= 1 || around.closest('[class*="sr-only"]')?.clientWidth === 1) continue;
    for (let box: HTMLElement | null = around; box !== null; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const clip = box.getBoundingClientRect();
      const isCut =
        (/hidden|clip/.test(overflowX) && (text.left < clip.left - 1 || text.right > clip.right + 1)) ||
        (/hidden|clip/.test(overflowY) && (text.top < clip.top - 1 || text.bottom > clip.bottom + 1));
      if (isCut && box.scrollHeight > 0) {
        cut.push(words.slice(0, 40));
        break;
      }
      if (overflowX !== 'visible' || overflowY !== 'visible') break;
    }
  }
  return cut;
}
