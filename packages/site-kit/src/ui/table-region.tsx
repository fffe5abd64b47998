/** A table that scrolls sideways by itself where it is wider than the page, as with large text on a phone. */
import { useEffect, useRef, useState, type ReactNode } from 'react';

interface TableRegionProps {
  /** Names the region for screen readers. */
  label: string;
  children: ReactNode;
}

export function TableRegion({ label, children }: TableRegionProps) {
  'use memo';
  const region = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const box = region.current;
    if (box === null) return;
    const observer = new ResizeObserver(() => setScrolls(box.scrollWidth > box.clientWidth));
    observer.observe(box);
    if (box.firstElementChild !== null) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, []);
  // Without something to scroll, a stop for the keyboard would only be in the way.
  const reachable = scrolls ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {};
  return (
    <div ref={region} className="overflow-x-auto" {...reachable}>
      {children}
    </div>
  );
}
