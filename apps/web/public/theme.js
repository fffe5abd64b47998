/* Runs before the first paint, as a file of its own because the content security policy allows no inline
   script: picks the theme, and notes whether a player is signed in or a visitor is invited here, so that nothing flashes.
   It says so where a browser is too old to play. It is no module, and written so that old browsers can read it. */
(function () {
  var root = document.documentElement;
  // These came last of what the pages are made of: see docs/browsers.md.
  var isOld = !(
    'noModule' in document.createElement('script') &&
    HTMLScriptElement.supports &&
    HTMLScriptElement.supports('importmap') &&
    'CSSLayerBlockRule' in window &&
    Object.hasOwn &&
    [].findLast &&
    [].toSorted
  );
  var sayIsOld = function () {
    var text =
      root.lang === 'es'
        ? 'Tu navegador es demasiado antiguo para jugar aquí. Puedes leer todas las páginas; para jugar, actualízalo.'
        : 'Your browser is too old to play here. You can read every page; to play, please update it.';
    var main = document.getElementById('main');
    var place = document.querySelector('.page-shell + [role=status]');
    var plays =
      location.pathname.indexOf('/watch/') === 0 || document.querySelector('main form[method=post]');
    if (!place && main && plays) {
      place = document.createElement('p');
      place.setAttribute('role', 'status');
      place.style.cssText = 'padding:1.5rem;text-align:center;font-weight:700';
      main.insertBefore(place, main.firstChild);
    }
    if (place) place.textContent = text;
  };
  if (isOld) {
    root.setAttribute('data-browser', 'old');
    document.addEventListener('DOMContentLoaded', sayIsOld);
  }
  if (!('CSSLayerBlockRule' in window)) {
    // All other styles are in layers, which this browser leaves out.
    var plain = document.createElement('link');
    plain.rel = 'stylesheet';
    plain.href = '/plain.css';
    document.head.appendChild(plain);
  }
  var light = matchMedia('(prefers-color-scheme: light)');
  var paper = matchMedia('print');
  var expect = function () {
    if (!isOld) root.dataset.session = 'expected';
  };
  var pickTheme = function () {
    var stored = null;
    try {
      stored = localStorage.getItem('theme');
    } catch {
      // Storage can be forbidden: then the system decides.
    }
    var chosen = stored === 'day' || stored === 'night' ? stored : light.matches ? 'day' : 'night';
    root.dataset.theme = paper.matches ? 'day' : chosen;
  };
  var invite = function () {
    root.dataset.invited = '';
  };
  if (/[?&](ref|invitation)=/.test(location.search)) invite();
  try {
    if (/(?:^|; )fairground_signed_in=/.test(document.cookie)) expect();
    // Where pages come from another host than calls, they cannot read the server's cookie.
    if (localStorage.getItem('signed-in')) expect();
    if (sessionStorage.getItem('invited-by')) invite();
  } catch {
    // Cookies and storage can be forbidden: then nobody is expected.
  }
  pickTheme();
  // Here, since a page that nobody has touched yet runs no other script.
  if (light.addEventListener) {
    light.addEventListener('change', pickTheme);
    paper.addEventListener('change', pickTheme);
  }
})();
