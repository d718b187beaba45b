// What `epub-read help --format` prints: made from the same tables as help, so that nothing can be forgotten.

extension Request.HelpForm {
  var text: String {
    switch self {
    case .man: ManualPage().text
    case .bash: BashCompletion().text
    case .zsh: ZshCompletion().text
    case .fish: FishCompletion().text
    }
  }
}
