// The window of scores around an estimate, with which a root position is searched.
#pragma once

namespace outflank {

// Widens on the side on which a search failed, until a score lies inside.
class AspirationWindow {
  public:
    // Starts fully open, from -highest to highest.
    explicit AspirationWindow(int highest) : highest_(highest), alpha_(-highest), beta_(highest) {}

    AspirationWindow(int highest, int guess, int width) : AspirationWindow(highest) {
        width_ = width;
        alpha_ = guess - width > -highest ? guess - width : -highest;
        beta_ = guess + width < highest ? guess + width : highest;
        if (alpha_ >= beta_) alpha_ = -highest;
    }

    int alpha() const { return alpha_; }
    int beta() const { return beta_; }

    // Takes the score that a search with this window returned, adjusts the window and returns
    // whether to search again. Table entries from deeper searches can make searches fail low and
    // high in turn without end, so after several failures the window opens fully.
    bool widen(int score) {
        const bool failed_low = score <= alpha_ && alpha_ > -highest_;
        const bool failed_high = score >= beta_ && beta_ < highest_;
        if (!failed_low && !failed_high) return false;
        width_ *= 2;
        if (width_ > highest_) {
            alpha_ = -highest_;
            beta_ = highest_;
        } else if (failed_low) {
            beta_ = alpha_ + 1 < beta_ ? alpha_ + 1 : beta_;
            alpha_ = score - width_ > -highest_ ? score - width_ : -highest_;
        } else {
            alpha_ = beta_ - 1;
            beta_ = score + width_ < highest_ ? score + width_ : highest_;
        }
        return true;
    }

  private:
    int highest_;
    int alpha_;
    int beta_;
    int width_ = 1;
};

}  // namespace outflank
