/**
 * Verifies what `leave-uncompiled.ts` takes for granted: that no component or hook depends on props that may be new at each
 * render, whether it is compiled or not. Those are handlers, children, and props for which an uncompiled component creates
 * elements.
 */
import { types, type NodePath } from '@babel/core';
import { isElement, nameOfAttribute, nameOfFunction } from './identity-faults.ts';
import { faultsOf, isLeftOut } from './leave-uncompiled.ts';

export interface SourceFunction {
  file: string;
  path: NodePath<types.Function>;
}

export interface UnstableUses {
  leftOut: number;
  faults: string[];
}

export function findUnstableUses(functions: readonly SourceFunction[]): UnstableUses {
  const leftOut = new Set(functions.filter(({ path }) => isLeftOut(path)));
  const props = new Set([...leftOut].flatMap(({ path }) => elementPropsIn(path)));
  const faults = functions.flatMap((each) =>
    faultsOf(each.path, { isCompiled: !leftOut.has(each), props }).map(
      ({ line, reason }) =>
        `${each.file}:${line}: ${nameOfFunction(each.path)}: ${reason} may change at each render, since it is made of a handler or an element that it was given: name the handler in leave-uncompiled.ts`,
    ),
  );
  return { leftOut: leftOut.size, faults };
}

/** The names of props of components that elements are created for. */
function elementPropsIn(path: NodePath<types.Function>): string[] {
  const names: string[] = [];
  path.traverse({
    JSXAttribute(attribute) {
      const element = attribute.parent as types.JSXOpeningElement;
      if (types.isJSXIdentifier(element.name) && /^[a-z]/.test(element.name.name)) return;
      const value = attribute.get('value') as NodePath<types.Node | null | undefined>;
      if (value.node && isElement(value)) names.push(nameOfAttribute(attribute.node));
    },
  });
  return names;
}
