/**
 * Leaves out of React what no page uses, a fifth of it. Its parts refer to each other, so that the minifier alone keeps all of
 * them. Here they are cut off where they begin, and the minifier removes what nothing reaches any more. What is left out fails in
 * a built site: an element has no valid type, a hook is no function. A test finds what pages use of it.
 */
import { transformSync, types as t, type PluginObj, type Visitor } from '@babel/core';
import type { Plugin } from 'vite';

/** Read the source of another version before it is named here. */
const checkedVersion = '19.3.1';

/** Kinds of elements, with the numbers by which React tells them apart. */
const elementTypes: Record<string, number> = {
  REACT_PROFILER_TYPE: 12,
  REACT_SUSPENSE_LIST_TYPE: 19,
  REACT_VIEW_TRANSITION_TYPE: 30,
  REACT_ACTIVITY_TYPE: 31,
};
/** Moved into the head: `title`, `meta`, `link`, `style`, `script`; and `html`, `head` and `body` themselves. */
const documentTags = [26, 27];
const unusedTags = new Set([...Object.values(elementTypes), ...documentTags]);

const unusedHooks =
  /^use(ActionState|FormState|Optimistic|HostTransitionStatus|CacheRefresh|ImperativeHandle|InsertionEffect|DebugValue)$/;

/** Functions of such parts, with what they return in a page that has none of them. */
const unusedFunctions: Record<string, false | null | '' | undefined> = {
  isHostHoistableType: false,
  accumulateSuspenseyCommitOnFiber: undefined,
  waitForCommitToBeReady: null,
  prefetchDNS: undefined,
  preconnect: undefined,
  preload: undefined,
  preloadModule: undefined,
  preinitStyle: undefined,
  preinitScript: undefined,
  preinitModuleScript: undefined,
  // A ref of a fragment.
  FragmentInstance: undefined,
  isFragmentInstanceParent: false,
  commitNewChildToFragmentInstances: undefined,
  commitFragmentInstanceInsertionEffects: undefined,
  commitFragmentInstanceDeletionEffects: undefined,
  // An action of a form that is a function.
  extractEvents$1: undefined,
  // The names of the components around a fault, which are not reported.
  getStackByFiberInDevAndProd: '',
};
const unusedClasses = /^(FragmentInstance|ViewTransitionPseudoElement)$/;

/** A method that is given to the prototype of such a class. */
const isUnusedMethod = (node: t.Node): boolean =>
  t.isMemberExpression(node) &&
  t.isMemberExpression(node.object) &&
  t.isIdentifier(node.object.object) &&
  unusedClasses.test(node.object.object.name);

/** Lanes of updates that may start a view transition. */
const transitionLanes = 335_544_064;

/** Variables of view transitions keep their first value. */
const firstValues = (program: t.Program): Map<string, t.Expression> =>
  new Map(
    program.body.flatMap((statement) =>
      t.isVariableDeclaration(statement)
        ? statement.declarations.flatMap(({ id, init }) =>
            t.isIdentifier(id) &&
            /viewTransition/i.test(id.name) &&
            (t.isNullLiteral(init) || t.isUnaryExpression(init))
              ? [[id.name, init] as const]
              : [],
          )
        : [],
    ),
  );

const isTag = (node: t.Node): boolean =>
  t.isMemberExpression(node) && t.isIdentifier(node.property, { name: 'tag' });

const isUnused = (test: t.Node | null | undefined): boolean =>
  t.isIdentifier(test) ? test.name in elementTypes : t.isNumericLiteral(test) && unusedTags.has(test.value);

const endsIn = (statements: readonly t.Statement[]): boolean => {
  const last = statements.at(-1);
  return t.isBlockStatement(last) ? endsIn(last.body) : t.isCompletionStatement(last);
};

/** What a removed case declares may be used by others, so it stays where nothing reaches it. */
function withoutUnused(cases: readonly t.SwitchCase[]): t.SwitchCase[] {
  const kept: t.SwitchCase[] = [];
  const unreached: t.Statement[] = [];
  for (const each of cases) {
    const before = kept.at(-1)?.consequent;
    if (!isUnused(each.test)) kept.push(each);
    else if (before && !endsIn(before)) before.push(...each.consequent);
    else unreached.push(...each.consequent);
  }
  kept.at(-1)?.consequent.push(t.breakStatement(), ...unreached);
  return kept;
}

const cut = (): PluginObj => {
  const missing = new Set([...Object.keys(unusedFunctions), 'transitionLanes']);
  let values = new Map<string, t.Expression>();
  const visitor: Visitor = {
    Program: {
      enter: ({ node }) => void (values = firstValues(node)),
      exit: () => {
        if (missing.size > 0) throw new Error(`React no longer has ${[...missing].join(', ')}`);
      },
    },
    FunctionDeclaration({ node, parentPath }) {
      const name = node.id?.name ?? '';
      if (!parentPath.isProgram() || !(name in unusedFunctions)) return;
      missing.delete(name);
      node.body = t.blockStatement([t.returnStatement(t.valueToNode(unusedFunctions[name]))]);
    },
    SwitchStatement({ node }) {
      // Other switches have cases with the same numbers.
      const isOfTypes = node.cases.some(({ test }) => t.isIdentifier(test) && isUnused(test));
      if (isOfTypes || isTag(node.discriminant)) node.cases = withoutUnused(node.cases);
    },
    BinaryExpression(path) {
      const { left, operator, right } = path.node;
      if (
        t.isBinaryExpression(left, { operator: '&' }) &&
        t.isNumericLiteral(left.right, { value: transitionLanes })
      ) {
        missing.delete('transitionLanes');
        path.replaceWith(t.booleanLiteral(false));
      } else if (isUnused(left) && isTag(right)) path.replaceWith(t.booleanLiteral(operator === '!=='));
    },
    AssignmentExpression(path) {
      const { left, right } = path.node;
      if (t.isIdentifier(left) && values.has(left.name)) path.replaceWith(right);
      else if (isUnusedMethod(left)) path.remove();
    },
    Identifier(path) {
      const value = path.isReferencedIdentifier() && values.get(path.node.name);
      if (value) path.replaceWith(t.cloneNode(value));
    },
    ObjectProperty(path) {
      if (t.isIdentifier(path.node.key) && unusedHooks.test(path.node.key.name)) path.remove();
    },
  };
  return { visitor };
};

export function withoutUnusedParts(source: string): string {
  if (!source.includes(`reconcilerVersion: "${checkedVersion}"`))
    throw new Error(`What pages need of React was checked with ${checkedVersion}, see unused-react.ts`);
  const options = { babelrc: false, configFile: false, compact: false, sourceType: 'script' } as const;
  return transformSync(source, { ...options, plugins: [cut] })?.code ?? '';
}

export const unusedReact = (): Plugin => ({
  name: 'unused-react',
  transform: {
    filter: { id: /\/react-dom-client\.production\.js$/ },
    handler: (source) => ({ code: withoutUnusedParts(source), map: null }),
  },
});
