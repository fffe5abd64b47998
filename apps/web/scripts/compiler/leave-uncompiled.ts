/**
 * The React Compiler caches each value that a component or hook creates, a fifth to two fifths of our own script. It leaves
 * out here those whose values reach nothing for which it matters that they are the same as before: they work as any
 * React code without a compiler, and what they render may be rendered again, but no effect runs for it and no state is lost.
 */
import { types, type NodePath, type PluginObj } from '@babel/core';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { isHookName, readArguments } from './calls.ts';
import { findIdentityFaults, nameOfFunction, type Fault } from './identity-faults.ts';
import type { Analysis } from './unstable-values.ts';

/** Handlers that hooks depend on, or that components of libraries get. */
const stableHandlers = new Set([
  'onClose',
  'onCodes',
  'onCreated',
  'onDone',
  'onHundredths',
  'onLive',
  'onOpenChange',
  'onRotated',
  'onUnknown',
  'onWantsCurrent',
]);

/** These may be new at each render, because no hook depends on them: `find-unstable-uses.ts` verifies it for all code. */
const isUnstableProp = (name: string): boolean =>
  name === 'children' || (/^on[A-Z]/.test(name) && !stableHandlers.has(name));

/** The outermost functions that are named like components or hooks, as the compiler infers them. */
export function findFunctions(program: NodePath<types.Program>): NodePath<types.Function>[] {
  const found: NodePath<types.Function>[] = [];
  program.traverse({
    Function(path) {
      const name = nameOfFunction(path);
      if (name === undefined || !(isHookName(name) || /^[A-Z]/.test(name))) return;
      found.push(path);
      path.skip();
    },
  });
  return found;
}

interface Circumstances {
  isCompiled: boolean;
  /** Further props that may be new at each render. */
  props?: ReadonlySet<string>;
}

export function faultsOf(owner: NodePath<types.Function>, { isCompiled, props }: Circumstances): Fault[] {
  const analysis: Analysis = {
    owner,
    isCompiled,
    isUnstableProp: (name) => isUnstableProp(name) || props?.has(name) === true,
    unstableArgument: readArguments.get(nameOfFunction(owner) ?? ''),
  };
  return findIdentityFaults(analysis);
}

export const isLeftOut = (owner: NodePath<types.Function>): boolean =>
  !asksToBeCompiled(owner.node) && faultsOf(owner, { isCompiled: false }).length === 0;

/** What is rendered often, and would render a lot again. */
const asksToBeCompiled = ({ body }: types.Function): boolean =>
  types.isBlockStatement(body) && body.directives.some(({ value }) => value.value === 'use memo');

/** How the compiler knows that it is to skip a function. */
const mark = 'use no memo';

function leaveOut({ node }: NodePath<types.Function>): void {
  if (!types.isBlockStatement(node.body))
    node.body = types.blockStatement([types.returnStatement(node.body)]);
  node.body.directives.push(types.directive(types.directiveLiteral(mark)));
}

const leaveUncompiled: PluginObj = {
  visitor: {
    Program: {
      enter: (program) => {
        for (const owner of findFunctions(program).filter(isLeftOut)) leaveOut(owner);
      },
      exit: (program) => {
        program.traverse({
          Directive(path) {
            if (/^use (no )?memo$/.test(path.node.value.value)) path.remove();
          },
        });
      },
    },
  },
};

/** The compiler, and what comes before it: the last preset is the first to see a file. */
export function compilerPresets() {
  const compiler = reactCompilerPreset();
  return [compiler, { ...compiler, preset: () => ({ plugins: [leaveUncompiled] }) }];
}
