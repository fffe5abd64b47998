/**
 * A part of the page that is loaded on demand. One that cannot be loaded is left out and tried again; one that breaks
 * is left out until the page is left. Neither ever replaces the page around it.
 */
import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { loadCatalogues } from '../i18n/catalogues.ts';
import { activeLanguage } from '../i18n/language.ts';
import { loadRepeatedly, type LoadPlatform } from './load-repeatedly.ts';
import { offerWhenReplaced } from '../pwa/updates.ts';
import { isMissingFile } from './missing-file.ts';
import { reportFault } from './report-fault.ts';

const loadPlatform: LoadPlatform = {
  wait: (ms) => new Promise((resume) => setTimeout(resume, ms)),
  report(fault) {
    reportFault(fault);
    if (isMissingFile(fault)) void offerWhenReplaced();
  },
};

/** A part, or a page, comes with the texts that it registered, so that no key is shown in place of words. */
export const loadPart = <Part,>(load: () => Promise<Part>, maxTries?: number): Promise<Part> =>
  loadRepeatedly(
    async () => {
      const part = await load();
      await loadCatalogues(activeLanguage());
      return part;
    },
    loadPlatform,
    maxTries,
  );

export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPart(load) }));

interface LazyBoundaryProps {
  children: ReactNode;
  /** Shown while the part loads. */
  fallback?: ReactNode;
}

export class LazyBoundary extends Component<LazyBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = (): { failed: boolean } => ({ failed: true });

  override componentDidCatch(error: unknown): void {
    reportFault(error);
  }

  override render(): ReactNode {
    if (this.state.failed) return null;
    return <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>;
  }
}
