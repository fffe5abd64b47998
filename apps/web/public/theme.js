/* Runs before the first paint, as a file of its own because the content security policy allows no inline
   script: picks the theme, and notes whether a player was signed in here, so that nothing flashes. */
(function () {
  var root = document.documentElement;
  var stored = null;
  try {
    stored = localStorage.getItem('theme');
    if (localStorage.getItem('signed-in')) root.dataset.session = 'expected';
  } catch {
    // Storage can be forbidden: then the system decides.
  }
  var light = matchMedia('(prefers-color-scheme: light)').matches;
  root.dataset.theme = stored === 'day' || stored === 'night' ? stored : light ? 'day' : 'night';
})();
