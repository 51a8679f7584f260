// The theme puts the button of each block of code into a landmark of its own, all of them alike.
new MutationObserver(() => {
  for (const one of document.querySelectorAll("nav.md-code__nav:not([role])")) one.setAttribute("role", "none");
}).observe(document.body, { childList: true, subtree: true });
