/**
 * Leaves out of React what no page uses, a quarter of it. Its parts refer to each other, so that the minifier alone keeps all of
 * them. Here they are cut off where they begin, and the minifier removes what nothing reaches any more. What is left out fails in
 * a built site: an element has no valid type, a hook is no function. A test finds what pages use of it.
 */
import { transformSync, types as t, type PluginObj } from '@babel/core';
import type { Plugin } from 'vite';

/** Read the source of another version before it is named here. */
const checkedVersion = '19.3.1';

/** Profilers, lists of suspense, view transitions and activities, with the numbers of React for them. */
const unusedTypes = /^REACT_(PROFILER|SUSPENSE_LIST|VIEW_TRANSITION|ACTIVITY)_TYPE$/;
/** As well as what React moves into the head (26), and `html`, `head` and `body` (27). */
const unusedTags = new Set([12, 19, 26, 27, 30, 31]);

const unusedHooks =
  /^use(ActionState|FormState|Optimistic|HostTransitionStatus|CacheRefresh|ImperativeHandle|InsertionEffect|DebugValue)$/;

/** Exports, and methods of the instances of fragments and view transitions. */
const unusedMembers =
  /^exports\.(Children|cloneElement|prefetchDNS|preconnect|pre(load|init)(Module)?|requestFormReset|useFormStat\w+)$|^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\./;

/** Functions for hoisted elements, refs of fragments, actions of forms, and view transitions: a page without has no use for them. */
const unusedFunctions =
  /^(accumulateSuspenseyCommitOnFiber|prefetchDNS|preconnect|preload|preloadModule|preinit(Style|Script|ModuleScript)|FragmentInstance|commitNewChildToFragmentInstances|commitFragmentInstance(Insertion|Deletion)Effects|extractEvents\$1|\w*ViewTransition\w*)$/;

/** Functions whose answer is always the same. The last names the components around a fault, which nobody reads. */
const answers: Record<string, false | null | ''> = {
  isHostHoistableType: false,
  waitForCommitToBeReady: null,
  isFragmentInstanceParent: false,
  getStackByFiberInDevAndProd: '',
};

/** Lanes of updates that may start a view transition. */
const transitionLanes = 335_544_064;

const isTag = (node: t.Node): boolean =>
  t.isMemberExpression(node) && t.isIdentifier(node.property, { name: 'tag' });

const isUnused = (test: t.Node | null | undefined): boolean =>
  t.isIdentifier(test) ? unusedTypes.test(test.name) : t.isNumericLiteral(test) && unusedTags.has(test.value);

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

const cut = (source: string): PluginObj => ({
  visitor: {
    FunctionDeclaration({ node, parentPath }) {
      const name = node.id?.name ?? '';
      if (!parentPath.isProgram()) return;
      if (unusedFunctions.test(name)) node.body = t.blockStatement([]);
      else if (name in answers)
        node.body = t.blockStatement([t.returnStatement(t.valueToNode(answers[name]))]);
    },
    SwitchStatement({ node }) {
      // Other switches have cases with the same numbers.
      const isOfTypes = node.cases.some(({ test }) => t.isIdentifier(test) && isUnused(test));
      if (isOfTypes || isTag(node.discriminant)) node.cases = withoutUnused(node.cases);
    },
    BinaryExpression(path) {
      const { left, operator, right } = path.node;
      if (t.isBinaryExpression(left) && t.isNumericLiteral(left.right, { value: transitionLanes }))
        path.replaceWith(t.booleanLiteral(false));
      else if (isUnused(left) && isTag(right)) path.replaceWith(t.booleanLiteral(operator === '!=='));
    },
    AssignmentExpression(path) {
      const { left } = path.node;
      if (unusedMembers.test(source.slice(left.start ?? 0, left.end ?? 0))) path.remove();
    },
    ObjectProperty(path) {
      if (t.isIdentifier(path.node.key) && unusedHooks.test(path.node.key.name)) path.remove();
    },
  },
});

export function withoutUnusedParts(source: string): string {
  if (!source.includes(`exports.version = "${checkedVersion}"`))
    throw new Error(`What pages need of React was checked with ${checkedVersion}, see unused-react.ts`);
  const options = { babelrc: false, configFile: false, compact: false, sourceType: 'script' } as const;
  return transformSync(source, { ...options, plugins: [cut(source)] })?.code ?? '';
}

export const unusedReact = (): Plugin => ({
  name: 'unused-react',
  transform: {
    filter: { id: /\/(react|react-dom|react-dom-client)\.production\.js$/ },
    handler: (source) => ({ code: withoutUnusedParts(source), map: null }),
  },
});
