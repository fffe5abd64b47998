/**
 * Stands in for the package `react-style-singleton`, which the dialogs use to stop the page behind them from
 * scrolling: that one writes a style element, which the content security policy refuses; this one adopts a
 * sheet, which it allows.
 */
import { useEffect } from 'react';

interface SheetProps {
  styles: string;
  dynamic?: boolean;
}

/** A component whose styles apply while at least one of it is mounted. */
export function styleSingleton(): (props: SheetProps) => null {
  const sheet = new CSSStyleSheet();
  let holders = 0;
  function Sheet({ styles, dynamic = false }: SheetProps): null {
    const changing = dynamic ? styles : null;
    useEffect(() => {
      if (holders === 0 || changing !== null) sheet.replaceSync(changing ?? styles);
      if (holders === 0) document.adoptedStyleSheets.push(sheet);
      holders += 1;
      return () => {
        holders -= 1;
        if (holders > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      };
      // What is not dynamic is written once.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [changing]);
    return null;
  }
  return Sheet;
}
