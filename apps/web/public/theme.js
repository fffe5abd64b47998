/* Runs before the first paint, as a file of its own because the content security policy allows no inline
   script: picks the theme, and notes whether a player is signed in or a visitor is invited here, so that nothing flashes. */
(function () {
  var root = document.documentElement;
  var stored = null;
  var expect = function () {
    root.dataset.session = 'expected';
  };
  if (/[?&](ref|invitation)=/.test(location.search)) root.dataset.invited = '';
  try {
    if (/(?:^|; )fairground_signed_in=/.test(document.cookie)) expect();
    stored = localStorage.getItem('theme');
    // Where pages come from another host than calls, they cannot read the server's cookie.
    if (localStorage.getItem('signed-in')) expect();
  } catch {
    // Cookies and storage can be forbidden: then the system decides.
  }
  var light = matchMedia('(prefers-color-scheme: light)').matches;
  root.dataset.theme = stored === 'day' || stored === 'night' ? stored : light ? 'day' : 'night';
})();
