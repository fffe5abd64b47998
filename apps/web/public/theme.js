/* Runs before the first paint, as a file of its own because the content security policy allows no inline
   script: picks the theme, and notes whether a player is signed in or a visitor is invited here, so that nothing flashes. */
(function () {
  var root = document.documentElement;
  var light = matchMedia('(prefers-color-scheme: light)');
  var expect = function () {
    root.dataset.session = 'expected';
  };
  var pickTheme = function () {
    var stored = null;
    try {
      stored = localStorage.getItem('theme');
    } catch {
      // Storage can be forbidden: then the system decides.
    }
    root.dataset.theme = stored === 'day' || stored === 'night' ? stored : light.matches ? 'day' : 'night';
  };
  var invite = function () {
    root.dataset.invited = '';
  };
  if (/[?&](ref|invitation)=/.test(location.search)) invite();
  try {
    if (sessionStorage.getItem('invited-by')) invite();
    if (/(?:^|; )fairground_signed_in=/.test(document.cookie)) expect();
    // Where pages come from another host than calls, they cannot read the server's cookie.
    if (localStorage.getItem('signed-in')) expect();
  } catch {
    // Cookies and storage can be forbidden: then nobody is expected.
  }
  pickTheme();
  // Here, since a page that nobody has touched yet runs no other script.
  light.addEventListener('change', pickTheme);
})();
