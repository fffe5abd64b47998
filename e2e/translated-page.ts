/**
 * A page that the browser translates. Chrome and Edge put elements of their own in the place of each text, and look
 * again at what changes; texts stay as they are here, so that steps of tests find them.
 */
import type { Page } from '@playwright/test';

/**
 * From the next document on. What the page writes to a text that is no longer shown, or cannot take away, is an error
 * on its console.
 */
export const translatePages = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const looksAgainAfterMs = 200;
    const isOurs = (text: Text): boolean =>
      text.parentElement?.closest('font, script, style, textarea') === null;
    const replace = (text: Text): void => {
      if (!text.isConnected || !isOurs(text) || text.data.trim() === '') return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.textContent = text.data;
      text.replaceWith(outer);
    };
    const replaceAll = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(replace);
    };
    const changed = new Set<Node>();
    const observer = new MutationObserver((records) => {
      if (changed.size === 0)
        setTimeout(() => {
          const roots = [...changed];
          changed.clear();
          roots.forEach(replaceAll);
        }, looksAgainAfterMs);
      for (const { target } of records) changed.add(target);
    });
    // The user is asked when the page is there, and its scripts have taken over.
    addEventListener('load', () =>
      setTimeout(() => {
        replaceAll(document.body);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }, 2_000),
    );

    const whole = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') as PropertyDescriptor;
    Object.defineProperty(Node.prototype, 'nodeValue', {
      ...whole,
      set(this: Node, value: string) {
        if (!this.isConnected) console.error(`"${this.nodeValue}" stays there, and should be "${value}"`);
        whole.set?.call(this, value);
      },
    });
  });
